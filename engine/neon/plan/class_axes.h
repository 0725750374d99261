// SPDX-License-Identifier: Apache-2.0
// Along which axes a placeholder's values are places.
#pragma once

#include <vector>

#include "engine/graph/op.h"

namespace ng {

struct ClassAxis {
  Axis axis;
  NodePtr reader;  // the one_hot or lookuptable
};

// Of the ops that the computation reaches: rows of ones and tables that read the parameter, as it
// is or only arranged otherwise. Steps of loops are not entered.
std::vector<ClassAxis> class_axes(const Op& computation, const Op& parameter);

}  // namespace ng
