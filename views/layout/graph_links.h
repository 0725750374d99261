// SPDX-License-Identifier: Apache-2.0
// The edges of a graph record as a picture shows them. A fused op whose body is listed is no card
// but a hull around its body, so edges that leave it start at the body op that computes the value.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "views/layout/op_table.h"

namespace ng::views {

struct Link {
  OpKey from = 0, to = 0;
  int operand = 0;  // which operand of `to`
  int result = 0;   // which result of the producer, as the record says it
};

// Which op of its body computes each result of a fused op.
using FusedResults = std::unordered_map<OpKey, std::vector<OpKey>>;

// A body op gives a result when somebody outside read it before the ops were fused, so this looks
// at `graphs` in the order of the passes. Nulls are passed over.
FusedResults fusedResults(const std::vector<GraphRecordPtr>& graphs);

// Without nulls, and a graph that a pass left as it was once.
std::vector<GraphRecordPtr> differentGraphs(const std::vector<GraphRecordPtr>& graphs);

// True for a fused op: it is followed by its body.
bool isHull(const OpRecord& op);

// All edges between ops that are cards, in the order of the record.
std::vector<Link> links(const GraphRecord& graph, const FusedResults& fused);

}  // namespace ng::views
