// SPDX-License-Identifier: Apache-2.0
// The cards and edges of all graphs of a compilation taken together, and the row of each card.
#pragma once

#include <vector>

#include "views/layout/grouping.h"
#include "views/layout/op_flow.h"

namespace ng::views {

struct FlowItem {
  ItemId id = 0;
  Band band = Band::forward;
  bool source = true;  // reads nothing
  bool loss = false;   // where the way back begins
  int row = 0;
  std::uint64_t life =
      0;                 // bit k: it is in the k-th different graph (the last bit: and later ones)
  bool lasting = false;  // a gradient, or in the first graphs or the last: not only on the way
};

// True when a picture of a pass, which shows the graphs before and after it, may show both.
inline bool seenTogether(const FlowItem& a, const FlowItem& b) {
  return ((a.life | a.life << 1 | a.life >> 1) & b.life) != 0;
}

struct FlowEdge {
  int from = 0, to = 0;
  bool written = false;  // in the graphs that one begins with
  bool operator==(const FlowEdge&) const = default;
};

struct FlowGraph {
  std::vector<FlowItem> items;
  std::vector<FlowEdge> edges;  // between different items, each pair once
};

// Every op once, or its closed group; edges of all graphs.
FlowGraph unionOf(const OpFlow& ops, const Grouping& grouping);

// The items for which `lasting` is set, and the edges between them.
FlowGraph lastingPart(const FlowGraph& flow);

// Sets the rows. What computes runs down; the way back runs up beside it, each gradient next to
// what it is the gradient of; updates run down again from the gradients they read. Without
// gradients that is a plain top-down layering.
void assignRows(FlowGraph& graph);

}  // namespace ng::views
