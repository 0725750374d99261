// SPDX-License-Identifier: Apache-2.0
// Ops that give the same elements in the same order: other axes over the same memory.
#pragma once

#include <optional>

#include "engine/graph/node.h"

namespace ng {

// The value whose memory holds the node's result as well: an op, or a fused chain of ops, that
// groups, opens or renames axes, or adds and drops axes of length 1. Nothing for all others.
std::optional<Value> same_memory(const Node& node);

}  // namespace ng
