// SPDX-License-Identifier: Apache-2.0
// The edges of a graph record in a picture. A fused op whose body is listed is not a card but a
// hull around its body, so its outgoing edges start at the body op that computes the value.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/records/records.h"
#include "views/layout/op_table.h"

namespace ng::views {

struct Link {
  OpId from = 0, to = 0;
  int operand = 0;  // operand index of `to`
  int result = 0;   // result index of the producer in the record
};

// For each fused op, the body op that computes each of its results.
using FusedResults = std::unordered_map<OpId, std::vector<OpId>>;

// A body op is a result if an op outside the body read it before the ops were fused, so `graphs`
// must be in the order of the passes. Nulls are skipped.
FusedResults fusedResults(const std::vector<GraphRecordPtr>& graphs);

// Removes nulls, and repetitions of a graph that passes left unchanged.
std::vector<GraphRecordPtr> differentGraphs(const std::vector<GraphRecordPtr>& graphs);

// True for a fused op: its body follows it.
bool isHull(const OpRecord& op);

// All edges between ops that are cards, in the order of the record.
std::vector<Link> links(const GraphRecord& graph, const FusedResults& fused);

}  // namespace ng::views
