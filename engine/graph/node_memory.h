// SPDX-License-Identifier: Apache-2.0
// Allocation of nodes; chains of any length are freed without recursion.
#pragma once

#include <memory>

#include "engine/graph/node.h"

namespace ng {

// Creates an empty node, or a copy.
std::shared_ptr<Node> new_node();
std::shared_ptr<Node> new_node(const Node& node);

}  // namespace ng
