// SPDX-License-Identifier: Apache-2.0
// The union of a compilation's graphs.
#include "views/layout/flow_graph.h"

#include <unordered_set>


namespace ng::views {
namespace {

void addItem(FlowGraph& flow, const OpRecord& op, const Grouping& grouping) {
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
}

}  // namespace

FlowGraph unionOf(const std::vector<GraphRecordPtr>& graphs, const Grouping& grouping) {
  FlowGraph flow;
  std::unordered_set<std::uint64_t> seen;
  const GraphRecord* last = nullptr;
  for (const GraphRecordPtr& graph : graphs) {
    if (!graph || graph.get() == last) continue;
    last = graph.get();
    for (const OpRecord& op : graph->ops)
      if (!isHull(*graph, op)) addItem(flow, op, grouping);
    for (const Link& link : links(*graph, grouping.fused())) {
      const auto from = flow.index.find(grouping.item(link.from));
      const auto to = flow.index.find(grouping.item(link.to));
      if (from == flow.index.end() || to == flow.index.end() || from == to) continue;
      const FlowEdge edge{from->second, to->second};
      const std::uint64_t key = (static_cast<std::uint64_t>(edge.from) << 32) | static_cast<std::uint32_t>(edge.to);
      if (!seen.insert(key).second) continue;
      flow.edges.push_back(edge);
      flow.items[static_cast<std::size_t>(edge.to)].source = false;
    }
  }
  return flow;
}

}  // namespace ng::views
