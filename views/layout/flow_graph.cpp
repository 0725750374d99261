// SPDX-License-Identifier: Apache-2.0
// The union of a compilation's graphs.
#include "views/layout/flow_graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ng::views {

FlowGraph unionOf(const OpFlow& ops, const Grouping& grouping) {
  FlowGraph flow;
  std::unordered_map<ItemId, int> index;
  index.reserve(ops.ops.size());
  const std::vector<ItemId> shown = grouping.items(ops.ops);
  std::vector<int> item(ops.ops.size(), -1);  // of each op
  for (const OpFlow::Seen& seen : ops.seen) {
    const auto op = static_cast<std::size_t>(seen.op);
    if (seen.chip && shown[op] == ops.ops[op]) continue;
    const auto [it, fresh] = index.try_emplace(shown[op], static_cast<int>(flow.items.size()));
    if (fresh) {
      FlowItem made;
      made.id = shown[op];
      const Group* group = made.id == ops.ops[op] ? nullptr : grouping.find(made.id);
      made.band = group ? group->band : grouping.band(ops.ops[op]);
      flow.items.push_back(made);
    }
    item[op] = it->second;
    FlowItem& own = flow.items[static_cast<std::size_t>(it->second)];
    own.loss |= seen.loss;
    own.life |= seen.life;
    own.lasting |= seen.lasting || own.band == Band::gradient;
  }
  std::unordered_set<std::uint64_t> known;
  flow.edges.reserve(ops.edges.size());
  for (const OpFlow::Edge& edge : ops.edges) {
    const auto op = static_cast<std::size_t>(edge.from), reader = static_cast<std::size_t>(edge.to);
    if (edge.chip && shown[op] == ops.ops[op]) continue;
    const int from = item[op], to = item[reader];
    if (from < 0 || to < 0 || from == to) continue;
    // A pair of ops comes once as a card's edge and once as a chip's, which a group makes a card's.
    if (shown[op] != ops.ops[op] || shown[reader] != ops.ops[reader]) {
      const std::uint64_t key =
          (static_cast<std::uint64_t>(from) << 32) | static_cast<std::uint32_t>(to);
      if (!known.insert(key).second) continue;
    }
    flow.edges.push_back({from, to, edge.written});
    flow.items[static_cast<std::size_t>(to)].source = false;
  }
  return flow;
}

FlowGraph lastingPart(const FlowGraph& flow) {
  FlowGraph part;
  std::vector<int> index(flow.items.size(), -1);  // in `part`
  for (std::size_t i = 0; i < flow.items.size(); ++i) {
    if (!flow.items[i].lasting) continue;
    index[i] = static_cast<int>(part.items.size());
    part.items.push_back(flow.items[i]);
  }
  for (const FlowEdge& edge : flow.edges) {
    const int from = index[static_cast<std::size_t>(edge.from)];
    const int to = index[static_cast<std::size_t>(edge.to)];
    if (from >= 0 && to >= 0) part.edges.push_back({from, to, edge.written});
  }
  return part;
}

}  // namespace ng::views
