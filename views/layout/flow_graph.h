// SPDX-License-Identifier: Apache-2.0
// The cards and edges of all graphs of a compilation, and the row of each card.
#pragma once

#include <vector>

#include "views/layout/groups/grouping.h"
#include "views/layout/op_flow.h"

namespace ng::views {

struct FlowItem {
  ItemId id = 0;
  Band band = Band::forward;
  bool source = true;  // has no operands
  bool loss = false;   // the loss, where backpropagation starts
  int row = 0;
  std::uint64_t life =
      0;  // bit k: it is in the k-th different graph (the last bit: also in later ones)
  // A gradient, or in the initial graphs or the last one, not only in intermediate ones.
  bool permanent = false;
};

// Whether the picture of a pass, which shows the graphs before and after it, may show both.
inline bool seenTogether(const FlowItem& a, const FlowItem& b) {
  return ((a.life | a.life << 1 | a.life >> 1) & b.life) != 0;
}

struct FlowEdge {
  int from = 0, to = 0;
  bool written = false;  // in one of the initial graphs
  bool operator==(const FlowEdge&) const = default;
};

struct FlowGraph {
  std::vector<FlowItem> items;
  std::vector<FlowEdge> edges;  // between different items, each pair once
};

// Each op, or its closed group, once; edges of all graphs.
FlowGraph unionOf(const OpFlow& ops, const Grouping& grouping);

// The items with `permanent` set, and the edges between them.
FlowGraph permanentPart(const FlowGraph& flow);

// Sets the rows. Forward ops run downwards; gradients run upwards beside them, each next to the op
// that it is the gradient of; updates run downwards from the gradients they read. Without gradients
// this is plain top-down layering.
void assignRows(FlowGraph& graph);

}  // namespace ng::views
