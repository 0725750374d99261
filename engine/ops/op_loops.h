// SPDX-License-Identifier: Apache-2.0
// The loops over which an op's work can be divided among ranks.
#pragma once

#include <vector>

#include "engine/graph/node.h"
#include "engine/graph/op_loop.h"

namespace ng {

// Empty for ops that need all of their operands at once, and for ops with bodies.
std::vector<OpLoop> loops_of(const Node& node);

// Do results of parts of a loop combine to the whole? Only if the result's type keeps what the
// operands' have; sums and products also modulo 2^n.
bool may_combine(const Node& node, kernel::Combine combine);

// For OpDef::loops: every axis of the result, but `except`; operands that have the axis by name
// (and do not use it as `except` either) are divided with it.
std::vector<OpLoop> loops_by_name(const Node& node, const Axes& except = {});

}  // namespace ng
