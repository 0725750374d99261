// SPDX-License-Identifier: Apache-2.0
// A graph that was divided into parts, as one graph that computes all of them.
#pragma once

#include <unordered_map>

#include "engine/graph/graph.h"

namespace ng {

struct UnrolledParts {
  Graph graph;
  std::unordered_map<const Node*, int> part;  // of ops that are computed for one part
};

// `graph`: of graph_of_parts, with `count` parts. Every op of a part is copied for each; slices of
// whole values, and sums of the parts' values, replace the exchanges. The first copy keeps the op's
// id; `rule` is the name of the pass.
UnrolledParts unrolled_parts(const Graph& graph, int count, const char* rule);

}  // namespace ng
