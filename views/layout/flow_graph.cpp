// SPDX-License-Identifier: Apache-2.0
// The union of a compilation's graphs.
#include "views/layout/flow_graph.h"

#include <algorithm>
#include <unordered_set>

namespace ng::views {
namespace {

FlowItem& addItem(FlowGraph& flow, const OpRecord& op, const Grouping& grouping) {
  const ItemId id = grouping.item(op.id);
  const auto [it, fresh] = flow.index.try_emplace(id, static_cast<int>(flow.items.size()));
  if (fresh) {
    FlowItem item;
    item.id = id;
    const Group* group = id == op.id ? nullptr : grouping.find(id);
    item.band = group ? group->band : grouping.band(op.id);
    flow.items.push_back(item);
  }
  FlowItem& item = flow.items[static_cast<std::size_t>(it->second)];
  item.loss |= op.role == "loss";
  return item;
}

}  // namespace

FlowGraph unionOf(const std::vector<GraphRecordPtr>& graphs, const Grouping& grouping,
                  std::size_t starts) {
  FlowGraph flow;
  std::unordered_set<std::uint64_t> seen;
  const std::vector<GraphRecordPtr> all = differentGraphs(graphs);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const GraphRecord& graph = *all[k];
    const std::unordered_set<OpKey> chips = chipConstants(graph);
    for (const OpRecord& op : graph.ops) {
      if (isHull(graph, op) || (chips.count(op.id) && grouping.item(op.id) == op.id)) continue;
      FlowItem& item = addItem(flow, op, grouping);
      item.life |= std::uint64_t{1} << std::min<std::size_t>(k, 63);
      item.lasting |= k < starts || k + 1 == all.size() || item.band == Band::gradient;
    }
    for (const Link& link : links(graph, grouping.fused())) {
      if (chips.count(link.from) && grouping.item(link.from) == link.from) continue;
      const auto from = flow.index.find(grouping.item(link.from));
      const auto to = flow.index.find(grouping.item(link.to));
      if (from == flow.index.end() || to == flow.index.end() || from == to) continue;
      const FlowEdge edge{from->second, to->second, k < starts};
      const std::uint64_t key =
          (static_cast<std::uint64_t>(edge.from) << 32) | static_cast<std::uint32_t>(edge.to);
      if (!seen.insert(key).second) continue;
      flow.edges.push_back(edge);
      flow.items[static_cast<std::size_t>(edge.to)].source = false;
    }
  }
  return flow;
}

FlowGraph lastingPart(const FlowGraph& flow) {
  FlowGraph part;
  for (const FlowItem& item : flow.items) {
    if (!item.lasting) continue;
    part.index[item.id] = static_cast<int>(part.items.size());
    part.items.push_back(item);
  }
  for (const FlowEdge& edge : flow.edges) {
    const auto from = part.index.find(flow.items[static_cast<std::size_t>(edge.from)].id);
    const auto to = part.index.find(flow.items[static_cast<std::size_t>(edge.to)].id);
    if (from != part.index.end() && to != part.index.end())
      part.edges.push_back({from->second, to->second, edge.written});
  }
  return part;
}

}  // namespace ng::views
