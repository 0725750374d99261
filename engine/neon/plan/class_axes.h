// SPDX-License-Identifier: Apache-2.0
// Finds the axes along which a placeholder's values are indices.
#pragma once

#include <vector>

#include "engine/graph/op.h"

namespace ng {

struct ClassAxis {
  Axis axis;
  NodePtr reader;  // the one_hot or lookuptable
};

// Searches the ops of the computation for one_hot and lookup ops that read the parameter, directly
// or through views. Bodies of loops are not searched.
std::vector<ClassAxis> class_axes(const Op& computation, const Op& parameter);

}  // namespace ng
