// SPDX-License-Identifier: Apache-2.0
// Long stacks and concatenations as copies of blocks, one operand after the other.
#pragma once

#include "engine/graph/node.h"
#include "engine/runtime/program.h"

namespace ng {

// Of an op for which joins_by_copies holds; reads and writes are filled in by the caller.
Step join_step(const NodePtr& node);

}  // namespace ng
