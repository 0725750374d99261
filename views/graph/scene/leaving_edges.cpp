// SPDX-License-Identifier: Apache-2.0
#include "views/graph/scene/leaving_edges.h"

#include <algorithm>

#include "views/layout/groups/grouping.h"

namespace ng::views {
namespace {

constexpr std::size_t many = 100;  // fewer can be followed
constexpr double longReach = 6 * metrics::cardWidth;

// The innermost open group around a card; 0: none.
ItemId groupOf(const Card& card, const Grouping& grouping) {
  const Group* own = card.group ? grouping.find(card.id) : nullptr;
  if (own) return own->parent;
  const std::vector<const Group*> around = grouping.around(card.id);
  return around.empty() ? 0 : around.back()->id;
}

}  // namespace

void fadeLeavingEdges(GraphScene& scene, const Grouping& grouping) {
  std::vector<ItemId> groups;
  groups.reserve(scene.cards.size());
  for (const Card& card : scene.cards) groups.push_back(groupOf(card, grouping));
  std::vector<EdgeShape*> leaving;
  for (EdgeShape& edge : scene.edges) {
    const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
    const QPointF way = scene.cards[to].rect.center() - scene.cards[from].rect.center();
    if (!edge.hub && groups[from] != groups[to] && way.manhattanLength() >= longReach)
      leaving.push_back(&edge);
  }
  if (leaving.size() < many) return;
  for (EdgeShape* edge : leaving) edge->faded = true;
}

}  // namespace ng::views
