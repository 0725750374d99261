// SPDX-License-Identifier: Apache-2.0
// Cuts the forward ops of a net into stages.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/graph/graph.h"

namespace ng {

class StagedGraph;

// Estimated cost of an op, in FLOP and bytes.
double cost_of(const Node& node);

// The stage of each of the `forward` ops, which are in topological order. `gradient_costs`: of the
// gradients that belong to an op, by its id. The metadata `stage` of the ops of `with_labels` fixes
// stages. Value Error if there are fewer ops than stages, unless the last ones `may_be_empty`, or
// if an op would have to be in an earlier stage than one it depends on.
std::vector<std::pair<NodePtr, int>> forward_stages(
    const StagedGraph& graph, std::vector<NodePtr> forward,
    const std::unordered_map<OpId, double>& gradient_costs, const Graph& with_labels,
    bool may_be_empty);

}  // namespace ng
