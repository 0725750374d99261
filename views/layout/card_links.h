// SPDX-License-Identifier: Apache-2.0
// The edges of a graph record by numbers into GraphRecord::ops, for pictures that are made again
// and again, and how they run past the chips of what is folded.
#pragma once

#include "views/layout/folding.h"

namespace ng::views {

struct CardLinks {
  std::vector<OpKey> ops;
  std::vector<char> chips;  // of each op: it folds
  struct Ends {
    int from = 0, to = 0;
  };
  std::vector<Ends> links;
};
CardLinks cardLinks(const GraphRecord& graph, const FusedResults& fused, Folding folding);
// The same from what links() and foldedOps() say.
CardLinks cardLinks(const GraphRecord& graph, const std::vector<Link>& links,
                    const OpTable<char>& chips);

// The same where some groups are closed: what stands in one of them is no chip.
struct ShownLinks {
  struct Each {
    int from = -1;  // -1: the chip is of a constant
    int to = 0;
    int chip = -1;  // that the value passes last; -1: none
  };
  std::vector<char> chips;  // of each op
  std::vector<int> above;   // of a chip: what it reads; -1: nothing
  std::vector<Each> links;  // into ops that are no chips

  std::vector<int> chain(int chip) const;  // from `chip` on, against the way of the values
};
// `items` of each op, as Grouping::items.
ShownLinks shownLinks(const CardLinks& links, const std::vector<OpKey>& items);

}  // namespace ng::views
