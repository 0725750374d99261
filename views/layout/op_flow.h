// SPDX-License-Identifier: Apache-2.0
// The ops and edges of all graphs of a compilation before grouping. Built once per list of graphs,
// so that opening a group works on indexes instead of records.
#pragma once

#include <memory>
#include <vector>

#include "views/layout/card_links.h"

namespace ng::views {

struct OpFlow {
  // The first occurrence of an op as a card and, separately, as a chip.
  struct Seen {
    int op = 0;  // index into `ops`
    bool chip = false, loss = false;
    bool permanent = false;  // in one of the initial graphs or in the last
    std::uint64_t life = 0;  // as FlowItem::life
  };
  // The first occurrence of an edge, separately for edges that have a chip at an end.
  struct Edge {
    int from = 0, to = 0;  // indexes into `ops`
    bool fromChip = false, toChip = false;
    bool written = false;  // in one of the initial graphs
  };
  std::vector<OpId> ops;
  std::vector<Seen> seen;                       // in the order of the graphs
  std::vector<Edge> edges;                      // likewise
  std::vector<GraphRecordPtr> graphs;           // without repetitions
  std::shared_ptr<const CardLinks> firstLinks;  // of the first graph, which is drawn first

  // The first `starts` graphs are those shown first.
  OpFlow(const std::vector<GraphRecordPtr>& graphs, const FusedResults& fused, std::size_t starts,
         Folding folding);
};

using OpFlowPtr = std::shared_ptr<const OpFlow>;

}  // namespace ng::views
