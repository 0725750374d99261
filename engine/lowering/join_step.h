// SPDX-License-Identifier: Apache-2.0
// Large stacks and concatenations as block copies, one operand after the other.
#pragma once

#include "engine/graph/node.h"
#include "engine/runtime/program.h"

namespace ng {

// The step of an op for which joins_by_copies holds. The caller fills in reads and writes.
Step join_step(const NodePtr& node);

}  // namespace ng
