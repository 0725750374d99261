// SPDX-License-Identifier: Apache-2.0
// The loops over which an op's work can be divided.
#pragma once

#include <optional>
#include <vector>

#include "engine/graph/axis.h"
#include "engine/kernels/combine.h"

namespace ng {

// Positions along these axes belong together: position i of the result needs position i only of
// each operand that has the loop. Without a result axis, the results of parts of the loop are
// combined by `combine`.
struct OpLoop {
  std::vector<std::optional<Axis>> operands;  // none: the whole operand at every position
  std::optional<Axis> result;
  std::optional<kernel::Combine> combine = std::nullopt;
};

}  // namespace ng
