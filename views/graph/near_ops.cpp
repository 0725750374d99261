// SPDX-License-Identifier: Apache-2.0
#include "views/graph/near_ops.h"

#include <unordered_set>

#include "views/core/theme.h"

namespace ng::views {

std::vector<char> nearOps(const QRectF& near, const Placement& placement, const GraphRecord& graph,
                          const std::vector<ItemId>& items, const CardLinks& links) {
  if (near.isEmpty()) return {};
  const double aside = near.width() / 2, along = near.height() / 2;
  const QRectF area = near.adjusted(-aside, -along, aside, along);
  std::unordered_set<ItemId> here;
  for (const auto& [item, centre] : placement.centres)
    if (area.contains(centre.x, centre.y)) here.insert(item);
  std::unordered_set<ItemId> shown = here, sources;
  const auto item = [&](int op) { return items[static_cast<std::size_t>(op)]; };
  for (const auto& [from, to] : links.links) {
    if (here.count(item(from))) shown.insert(item(to));
    if (!here.count(item(to)) || !shown.insert(item(from)).second) continue;
    if (graph.ops[static_cast<std::size_t>(from)].operands.empty()) sources.insert(item(from));
  }
  // Whether a source is read by an edge or by a chip is told by all its readers.
  for (const auto& [from, to] : links.links)
    if (sources.count(item(from))) shown.insert(item(to));
  std::vector<char> result;
  result.reserve(items.size());
  for (const ItemId each : items) result.push_back(shown.count(each) > 0);
  return result;
}

QRectF extentOf(const Placement& placement) {
  QRectF extent;
  for (const auto& [item, centre] : placement.centres)
    extent |= QRectF(centre.x - metrics::cardWidth / 2.0, centre.y - metrics::cardHeight / 2.0,
                     metrics::cardWidth, metrics::cardHeight);
  return extent;
}

}  // namespace ng::views
