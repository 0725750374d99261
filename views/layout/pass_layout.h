// SPDX-License-Identifier: Apache-2.0
// One place for each op, the same in every graph of every pass. The graphs of a compilation are
// laid out together, so an op that a pass leaves alone stays where it was, and what a pass adds
// has had its place from the beginning. Pure: no window, no process, any thread.
#pragma once

#include <atomic>
#include <unordered_map>
#include <vector>

#include "views/layout/direction.h"
#include "views/layout/flow_graph.h"
#include "views/layout/layout_types.h"

namespace ng::views {

// Where the cards are. Centres; cards are metrics' 148 by 40 pixels.
struct Placement {
  Direction direction = Direction::down;  // in which the rows follow each other
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
};

class PassLayout {
 public:
  // `graphs` in the order of the passes; one begins with the first `starts` of them. What is in
  // those or in the last decides the picture; what only comes and goes stands where there is room.
  PassLayout(const std::vector<GraphRecordPtr>& graphs, const Grouping& grouping,
             std::size_t starts = 1, Direction direction = Direction::down)
      : PassLayout(OpFlow(graphs, grouping.fused(), starts, grouping.folding()), grouping,
                   direction) {}
  PassLayout(const OpFlow& ops, const Grouping& grouping, Direction direction = Direction::down);

  const FlowGraph& flow() const { return flow_; }  // of what decides the picture
  // One part for each column; what is too big for Graphviz is left empty.
  const LayoutJob& question() const { return question_; }
  bool tooBig() const { return tooBig_; }

  Placement ownPlacement(const std::atomic<bool>* cancel = nullptr) const;
  // `answer` must fit question().
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
  std::vector<int> part_, box_;           // of each item: its column and its index there
  std::vector<std::vector<int>> edgeOf_;  // flow edge of each edge of a part
  LayoutJob question_;
  bool tooBig_ = false;
};

// All graphs of a compilation in order: before the first pass, then after each. `document` (may be
// null) stands first, so that ops which no computation uses have a place too.
std::vector<GraphRecordPtr> allGraphs(const CompilationRecord* compilation,
                                      const GraphRecordPtr& document);

}  // namespace ng::views
