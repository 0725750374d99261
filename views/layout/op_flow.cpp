// SPDX-License-Identifier: Apache-2.0
#include "views/layout/op_flow.h"

#include <algorithm>
#include <unordered_set>

#include "views/layout/op_table.h"

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
  OpTable<int> number(graphs, -1);
  std::vector<int> place[2];  // of each op in `seen`: as a card, as a chip
  // What one op reads stands together; only what another graph had must be looked for.
  std::unordered_set<std::uint64_t> known;
  const auto isNew = [&](int from, int to, bool chip) {
    if (graphs.size() > 1) return known.insert(pairKey(from, to, chip)).second;
    for (auto edge = edges.rbegin(); edge != edges.rend() && edge->to == to; ++edge)
      if (edge->from == from && edge->chip == chip) return false;
    return true;
  };
  for (std::size_t k = 0; k < graphs.size(); ++k) {
    const GraphRecord& graph = *graphs[k];
    const OpTable<char> chips = chipConstants(graph);
    for (const OpRecord& op : graph.ops) {
      if (isHull(graph, op)) continue;
      if (number.of(op.id) < 0) {
        number.set(op.id, static_cast<int>(ops.size()));
        ops.push_back(op.id);
        for (auto& each : place) each.push_back(-1);
      }
      const bool chip = chips.of(op.id);
      const int numbered = number.of(op.id);
      int& at = place[chip][static_cast<std::size_t>(numbered)];
      if (at < 0) {
        at = static_cast<int>(seen.size());
        seen.push_back({numbered, chip, false, false, 0});
      }
      Seen& own = seen[static_cast<std::size_t>(at)];
      own.loss |= op.role == "loss";
      own.life |= std::uint64_t{1} << std::min<std::size_t>(k, 63);
      own.lasting |= k < starts || k + 1 == graphs.size();
    }
    for (const Link& link : links(graph, fused)) {
      const int from = number.of(link.from), to = number.of(link.to);
      if (from < 0 || to < 0) continue;
      const bool chip = chips.of(link.from);
      if (isNew(from, to, chip)) edges.push_back({from, to, chip, k < starts});
    }
  }
}

}  // namespace ng::views
