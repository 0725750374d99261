// SPDX-License-Identifier: Apache-2.0
// The edges of a graph record as indexes into GraphRecord::ops, for pictures that are built
// repeatedly, and the paths of edges through the chips of folded ops.
#pragma once

#include "views/layout/groups/folding.h"

namespace ng::views {

struct CardLinks {
  std::vector<OpId> ops;
  std::vector<char> chips;  // by op: it is folded
  struct Ends {
    int from = 0, to = 0;
  };
  std::vector<Ends> links;
};
CardLinks cardLinks(const GraphRecord& graph, const FusedResults& fused, Folding folding);
// The same from the results of links() and foldedOps().
CardLinks cardLinks(const GraphRecord& graph, const std::vector<Link>& links,
                    const OpTable<char>& chips);

// The links with some groups closed: an op inside a closed group is not a chip.
struct ShownLinks {
  struct Each {
    int from = -1;  // -1: the chip is a constant
    int to = 0;
    int chip = -1;  // the last chip that the value passes; -1: none
  };
  std::vector<char> chips;  // by op
  std::vector<int> above;   // the op that a chip reads; -1: none
  std::vector<Each> links;  // to ops that are not chips

  std::vector<int> chain(int chip) const;  // the chips from `chip` on, upstream
};
// `items` of each op, as returned by Grouping::items.
ShownLinks shownLinks(const CardLinks& links, const std::vector<OpId>& items);

}  // namespace ng::views
