// SPDX-License-Identifier: Apache-2.0
// Computes one place per op, the same in every graph of every pass. The graphs of a compilation are
// laid out together, so an op that a pass does not change keeps its place, and an op that a pass
// adds has its place reserved from the beginning. No side effects; any thread.
#pragma once

#include <atomic>
#include <unordered_map>
#include <vector>

#include "views/layout/direction.h"
#include "views/layout/flow_graph.h"
#include "views/layout/layout_types.h"

namespace ng::views {

// The places of the cards, as centres; cards have the size in metrics, 148 by 40 pixels.
struct Placement {
  Direction direction = Direction::down;  // the direction in which the rows follow each other
  std::unordered_map<ItemId, LayoutPoint> centres;
  std::unordered_map<ItemId, int> rows;
  // Curves found together with the places; other edges are routed when they are shown.
  struct Ends {
    ItemId from = 0, to = 0;
    bool operator==(const Ends&) const = default;
  };
  struct EndsHash {
    std::size_t operator()(const Ends& e) const { return e.from * 1099511628211ull ^ e.to; }
  };
  std::unordered_map<Ends, std::vector<LayoutPoint>, EndsHash> curves;
  bool edited = false;  // curves were shown before: they stay unless a card is in their way
};

class PassLayout {
 public:
  // `graphs` in the order of the passes; the first `starts` are shown first. Ops of those and of
  // the last graph determine the picture; ops that exist only in between are placed where there is
  // room.
  PassLayout(const std::vector<GraphRecordPtr>& graphs, const Grouping& grouping,
             std::size_t starts = 1, Direction direction = Direction::down)
      : PassLayout(OpFlow(graphs, grouping.fused(), starts, grouping.folding()), grouping,
                   direction) {}
  PassLayout(const OpFlow& ops, const Grouping& grouping, Direction direction = Direction::down);

  const FlowGraph& flow() const { return flow_; }  // of the ops that determine the picture
  const FlowGraph& everything() const { return everything_; }
  // One part per column; a part that is too large for Graphviz is left empty.
  const LayoutJob& question() const { return question_; }
  bool tooBig() const { return tooBig_; }

  Placement ownPlacement(const std::atomic<bool>* cancel = nullptr) const;
  // `answer` must match question().
  Placement placement(const LayoutAnswer& answer) const;

 private:
  struct Arrangement;
  void makeQuestion();
  Arrangement arranged(const LayoutAnswer& answer) const;
  double apart(const Arrangement& arrangement) const;
  bool endsOnRows(const LayoutCurve& curve, const Placement& placement, const FlowEdge& edge) const;

  Direction direction_;
  CardSizes sizes_;
  FlowGraph everything_, flow_;
  std::vector<int> part_, box_;           // by item: its column and its index there
  std::vector<std::vector<int>> edgeOf_;  // flow edge of each edge of a part
  LayoutJob question_;
  bool tooBig_ = false;
};

// All graphs of a compilation in order: before the first pass, then after each. `document` (may be
// null) comes first, so that ops that no computation uses get a place too.
std::vector<GraphRecordPtr> allGraphs(const CompilationRecord* compilation,
                                      const GraphRecordPtr& document);

}  // namespace ng::views
