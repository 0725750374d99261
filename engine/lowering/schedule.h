// SPDX-License-Identifier: Apache-2.0
// The order in which a graph's ops become steps.
#pragma once

#include "engine/graph/graph.h"

namespace ng {

// Operands first; steps that make a new value of a variable as late as they can, so that they may
// write it in place when everybody has read the old one.
std::vector<NodePtr> scheduled_nodes(const Graph& graph);

}  // namespace ng
