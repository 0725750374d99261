// SPDX-License-Identifier: Apache-2.0
#include "views/layout/op_flow.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "engine/records/graph_record.h"
#include "views/layout/op_table.h"

namespace ng::views {
namespace {

std::uint64_t pairKey(const OpFlow::Edge& edge) {
  return (static_cast<std::uint64_t>(edge.from) << 34) |
         (static_cast<std::uint64_t>(edge.fromChip) << 33) |
         (static_cast<std::uint64_t>(edge.toChip) << 32) | static_cast<std::uint32_t>(edge.to);
}

}  // namespace

OpFlow::OpFlow(const std::vector<GraphRecordPtr>& given, const FusedResults& fused,
               std::size_t starts, Folding folding)
    : graphs(differentGraphs(given)) {
  OpTable<int> number(graphs, -1);
  std::vector<int> place[2];  // index of each op in `seen`: as a card, as a chip
  // The operands of one op are consecutive; only edges of other graphs need a set.
  std::unordered_set<std::uint64_t> known;
  std::vector<int> reader;  // by op: the last that reads it
  const auto isNew = [&](const Edge& made) {
    if (graphs.size() > 1) return known.insert(pairKey(made)).second;
    int& last = reader[static_cast<std::size_t>(made.from)];
    return std::exchange(last, made.to) != made.to;
  };
  for (std::size_t k = 0; k < graphs.size(); ++k) {
    const GraphRecord& graph = *graphs[k];
    const std::vector<Link> all = links(graph, fused);
    const OpTable<char> chips = foldedOps(graph, all, folding);
    if (k == 0) firstLinks = std::make_shared<const CardLinks>(cardLinks(graph, all, chips));
    for (const OpRecord& op : graph.ops) {
      if (isHull(op)) continue;
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
      own.loss |= op.role == OpRole::loss;
      own.life |= std::uint64_t{1} << std::min<std::size_t>(k, 63);
      own.permanent |= k < starts || k + 1 == graphs.size();
    }
    reader.resize(ops.size(), -1);
    for (const Link& link : all) {
      const Edge made{number.of(link.from), number.of(link.to), chips.of(link.from) != 0,
                      chips.of(link.to) != 0, k < starts};
      if (made.from >= 0 && made.to >= 0 && isNew(made)) edges.push_back(made);
    }
  }
}

}  // namespace ng::views
