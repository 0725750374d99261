// SPDX-License-Identifier: Apache-2.0
// Searches for cards.
#include "views/graph/highlights/graph_search.h"

#include <algorithm>

namespace ng::views {

FoundCards findCards(const GraphScene& scene, const GraphRecord& graph, const Grouping& grouping,
                     const OpSearch& search, const QueryFacts& facts) {
  FoundCards found;
  if (search.empty()) return found;
  found.cards.resize(scene.cards.size(), Hit::none);
  for (const OpRecord& op : graph.ops) {
    if (!search.matches(op, facts)) continue;
    const ItemId item = grouping.item(op.id);
    const int card = scene.find(item);
    if (card < 0) continue;
    const Card& at = scene.cards[static_cast<std::size_t>(card)];
    const bool folded = at.id != item && !at.group;
    if (folded) found.folded.insert(op.id);
    Hit& hit = found.cards[static_cast<std::size_t>(card)];
    hit = std::max(hit, folded ? Hit::folded : Hit::card);
  }
  return found;
}

}  // namespace ng::views
