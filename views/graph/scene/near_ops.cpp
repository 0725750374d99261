// SPDX-License-Identifier: Apache-2.0
#include "views/graph/scene/near_ops.h"

#include <unordered_map>
#include <unordered_set>

#include "engine/records/graph_record.h"
#include "views/graph/scene/chips.h"

namespace ng::views {

namespace {

// A source has an edge to its nearest reader and chips on distant readers, of which there may be
// thousands.
std::vector<ItemId> nearestReaders(const Placement& placement, const std::vector<ItemId>& items,
                                   const ShownLinks& links,
                                   const std::unordered_set<ItemId>& sources) {
  std::unordered_map<ItemId, std::pair<Far, ItemId>> nearest;
  for (const auto& [from, to, chip] : links.links) {
    if (from < 0) continue;
    const ItemId source = items[static_cast<std::size_t>(from)];
    if (!sources.count(source)) continue;
    const ItemId reader = items[static_cast<std::size_t>(to)];
    const auto a = placement.centres.find(source), b = placement.centres.find(reader);
    if (a == placement.centres.end() || b == placement.centres.end() || source == reader) continue;
    const Far far =
        farBetween({a->second.x, a->second.y}, placement.rows.at(source),
                   {b->second.x, b->second.y}, placement.rows.at(reader), placement.direction);
    const auto [known, fresh] = nearest.try_emplace(source, far, reader);
    if (!fresh && far < known->second.first) known->second = {far, reader};
  }
  std::vector<ItemId> readers;
  for (const auto& [source, found] : nearest) readers.push_back(found.second);
  return readers;
}

}  // namespace

std::vector<char> nearOps(const QRectF& near, const Placement& placement, const GraphRecord& graph,
                          const std::vector<ItemId>& items, const ShownLinks& links) {
  if (near.isEmpty()) return {};
  const double aside = near.width() / 2, along = near.height() / 2;
  const QRectF area = near.adjusted(-aside, -along, aside, along);
  std::unordered_set<ItemId> here;
  for (const auto& [item, centre] : placement.centres)
    if (area.contains(centre.x, centre.y)) here.insert(item);
  std::unordered_set<ItemId> shown = here, sources;
  const auto item = [&](int op) { return items[static_cast<std::size_t>(op)]; };
  for (const auto& [from, to, chip] : links.links) {
    if (from < 0) continue;
    const bool source = graph.ops[static_cast<std::size_t>(from)].operands.empty();
    const bool reads = here.count(item(to)) > 0, isRead = here.count(item(from)) > 0;
    if (isRead && !source) shown.insert(item(to));
    if (reads) shown.insert(item(from));
    if (source && (reads || isRead)) sources.insert(item(from));
  }
  for (const ItemId reader : nearestReaders(placement, items, links, sources)) shown.insert(reader);
  std::vector<char> result;
  result.reserve(items.size());
  for (const ItemId each : items) result.push_back(shown.count(each) > 0);
  return result;
}

QRectF extentOf(const Placement& placement) {
  QRectF extent;
  for (const auto& [item, centre] : placement.centres) extent |= cardRectAt(centre);
  return extent;
}

}  // namespace ng::views
