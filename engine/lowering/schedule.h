// SPDX-License-Identifier: Apache-2.0
// The order in which a graph's ops become steps.
#pragma once

#include "engine/graph/graph.h"

namespace ng {

// Operands come first. Ops that compute a variable's new value come as late as possible, so that
// they can write it in place after the last read of the old value. Gathers of a variable's parts
// come just before their first reader, so that few wholes exist at a time.
std::vector<NodePtr> scheduled_nodes(const Graph& graph);

}  // namespace ng
