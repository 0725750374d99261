// SPDX-License-Identifier: Apache-2.0
// Looking for cards.
#include "views/graph/graph_search.h"

namespace ng::views {

std::vector<char> findCards(const GraphScene& scene, const GraphRecord& graph,
                            const Grouping& grouping, const OpSearch& search,
                            const QueryFacts& facts) {
  if (search.empty()) return {};
  std::vector<char> hits(scene.cards.size(), 0);
  for (const OpRecord& op : graph.ops) {
    if (!search.matches(op, facts)) continue;
    const int card = scene.find(grouping.item(op.id));
    if (card >= 0) hits[static_cast<std::size_t>(card)] = 1;
  }
  return hits;
}

}  // namespace ng::views
