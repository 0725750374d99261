// SPDX-License-Identifier: Apache-2.0
// The cards and edges of all graphs of a compilation taken together, and the row of each card.
#pragma once

#include <unordered_map>
#include <vector>

#include "views/layout/grouping.h"

namespace ng::views {

struct FlowItem {
  ItemId id = 0;
  Band band = Band::forward;
  bool source = true;    // reads nothing
  bool loss = false;     // where the way back begins
  int row = 0;
};

struct FlowEdge {
  int from = 0, to = 0;
  bool operator==(const FlowEdge&) const = default;
};

struct FlowGraph {
  std::vector<FlowItem> items;
  std::vector<FlowEdge> edges;  // between different items, each pair once
  std::unordered_map<ItemId, int> index;
};

// Every op of every graph once, or its closed group; edges of all graphs.
FlowGraph unionOf(const std::vector<GraphRecordPtr>& graphs, const Grouping& grouping);

// Sets the rows. What computes runs down; the way back runs up beside it, each gradient next to
// what it is the gradient of; updates run down again from the gradients they read. Without
// gradients that is a plain top-down layering.
void assignRows(FlowGraph& graph);

}  // namespace ng::views
