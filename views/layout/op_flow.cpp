// SPDX-License-Identifier: Apache-2.0
#include "views/layout/op_flow.h"

#include <algorithm>
#include <unordered_map>

namespace ng::views {
namespace {

std::uint64_t pairKey(int from, int to, bool chip) {
  return (static_cast<std::uint64_t>(from) << 33) | (static_cast<std::uint64_t>(chip) << 32) |
         static_cast<std::uint32_t>(to);
}

}  // namespace

OpFlow::OpFlow(const std::vector<GraphRecordPtr>& given, const FusedResults& fused,
               std::size_t starts)
    : graphs(differentGraphs(given)) {
  std::unordered_map<OpKey, int> number;
  std::vector<int> place[2];  // of each op in `seen`: as a card, as a chip
  std::unordered_set<std::uint64_t> known;
  for (std::size_t k = 0; k < graphs.size(); ++k) {
    const GraphRecord& graph = *graphs[k];
    const std::unordered_set<OpKey> chips = chipConstants(graph);
    for (const OpRecord& op : graph.ops) {
      if (isHull(graph, op)) continue;
      const auto [it, fresh] = number.try_emplace(op.id, static_cast<int>(ops.size()));
      if (fresh) {
        ops.push_back(op.id);
        for (auto& each : place) each.push_back(-1);
      }
      const bool chip = chips.count(op.id) > 0;
      int& at = place[chip][static_cast<std::size_t>(it->second)];
      if (at < 0) {
        at = static_cast<int>(seen.size());
        seen.push_back({it->second, chip, false, false, 0});
      }
      Seen& own = seen[static_cast<std::size_t>(at)];
      own.loss |= op.role == "loss";
      own.life |= std::uint64_t{1} << std::min<std::size_t>(k, 63);
      own.lasting |= k < starts || k + 1 == graphs.size();
    }
    for (const Link& link : links(graph, fused)) {
      const auto from = number.find(link.from), to = number.find(link.to);
      if (from == number.end() || to == number.end()) continue;
      const bool chip = chips.count(link.from) > 0;
      if (known.insert(pairKey(from->second, to->second, chip)).second)
        edges.push_back({from->second, to->second, chip, k < starts});
    }
  }
}

}  // namespace ng::views
