// SPDX-License-Identifier: Apache-2.0
// One op as a host step over its record's evaluate function. The reference transformer uses only
// such steps; the other transformers use them for ops without a kernel.
#pragma once

#include "engine/graph/node.h"
#include "engine/runtime/program.h"

namespace ng {

// The caller fills in the step's reads and writes. With `double_throughout` all memory is float64
// and nothing is rounded.
Step host_step(const NodePtr& node, bool double_throughout);

}  // namespace ng
