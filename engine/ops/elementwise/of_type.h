// SPDX-License-Identifier: Apache-2.0
// Values converted to a type.
#pragma once

#include "engine/graph/op.h"

namespace ng {

// `x` itself if it has this element type, else an op that converts it.
Op of_type(const Op& x, DType dtype);
// The same, over the axes of `type`, which contain those of `x`.
Op of_type(const Op& x, const TensorType& type);

}  // namespace ng
