// SPDX-License-Identifier: Apache-2.0
// The ops and edges of all graphs of a compilation as they are without groups. Found once for a
// list of graphs: opening a group looks at numbers, not at records.
#pragma once

#include <memory>
#include <vector>

#include "views/layout/card_links.h"

namespace ng::views {

struct OpFlow {
  // An op where it first occurs as a card or, apart from that, as a chip.
  struct Seen {
    int op = 0;  // in `ops`
    bool chip = false, loss = false;
    bool lasting = false;    // in one of the first graphs or in the last
    std::uint64_t life = 0;  // as FlowItem::life
  };
  // An edge where it first occurs, apart from that where one of its ends is a chip.
  struct Edge {
    int from = 0, to = 0;  // in `ops`
    bool fromChip = false, toChip = false;
    bool written = false;  // in one of the first graphs
  };
  std::vector<OpKey> ops;
  std::vector<Seen> seen;                       // in the order of the graphs
  std::vector<Edge> edges;                      // likewise
  std::vector<GraphRecordPtr> graphs;           // different ones
  std::shared_ptr<const CardLinks> firstLinks;  // of the first graph, which is drawn first

  // One begins with the first `starts` graphs.
  OpFlow(const std::vector<GraphRecordPtr>& graphs, const FusedResults& fused, std::size_t starts,
         Folding folding);
};

using OpFlowPtr = std::shared_ptr<const OpFlow>;

}  // namespace ng::views
