// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/graph_search.h"

#include <algorithm>

namespace ng::views {

FoundCards foundCards(const GraphScene& scene, const Grouping& grouping,
                      const std::vector<OpId>& ops) {
  FoundCards found;
  if (ops.empty()) return found;
  found.cards.resize(scene.cards.size(), Match::none);
  const std::vector<ItemId> items = grouping.items(ops);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const int card = scene.find(items[i]);
    if (card < 0) continue;
    const Card& at = scene.cards[static_cast<std::size_t>(card)];
    const bool folded = at.id != items[i] && !at.group;
    if (folded) found.folded.insert(ops[i]);
    Match& match = found.cards[static_cast<std::size_t>(card)];
    match = std::max(match, folded ? Match::folded : Match::card);
  }
  return found;
}

}  // namespace ng::views
