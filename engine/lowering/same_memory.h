// SPDX-License-Identifier: Apache-2.0
// Ops that only relabel memory: the same elements in the same order under other axes.
#pragma once

#include <optional>

#include "engine/graph/node.h"

namespace ng {

// The operand whose memory also holds the node's result, if the node is an op, or a fused chain of
// ops, that groups, splits or renames axes, or adds and drops axes of length 1.
std::optional<Value> same_memory(const Node& node);

}  // namespace ng
