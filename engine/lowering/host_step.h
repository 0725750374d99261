// SPDX-License-Identifier: Apache-2.0
// One op as a step over its record's evaluate function: the reference transformer's only kind, and
// what the others use for an op without a kernel.
#pragma once

#include "engine/graph/node.h"
#include "engine/runtime/program.h"

namespace ng {

// Buffers are left for the caller to fill in. With `double_throughout` all memory is float64 and
// nothing is rounded.
Step host_step(const NodePtr& node, bool double_throughout);

}  // namespace ng
