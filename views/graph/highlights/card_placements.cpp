// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/card_placements.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/records/compilation_record.h"
#include "views/core/op_placement.h"

namespace ng::views {
namespace {

// All of a graph, so that a placement has the same number after every pass.
std::set<std::string> placementsOf(const GraphRecord* graph) {
  std::set<std::string> all;
  if (!graph) return all;
  for (const OpRecord& op : graph->ops)
    if (const std::string* placement = placementOf(op)) all.insert(*placement);
  return all;
}

}  // namespace

CardPlacements cardPlacements(const GraphScene& scene, const GraphRecord& graph,
                              const Grouping& grouping, const CompilationRecord* compilation) {
  const GraphRecord* divided = dividedGraph(compilation);
  std::vector<std::map<std::string, int>> counts(scene.cards.size());  // of ops
  for (const OpRecord& op : graph.ops) {
    const std::string* placement = placementOf(op, divided);
    const int card = placement ? scene.find(grouping.item(op.id)) : -1;
    if (card < 0) continue;
    constexpr int weight = 1000;  // of an op that computes
    counts[static_cast<std::size_t>(card)][*placement] +=
        placement->find("exchange") == 0 ? 1 : weight;
  }
  std::vector<std::string> most;
  std::set<std::string> all = placementsOf(divided);
  for (const auto& ops : counts) {
    const auto largest = std::max_element(
        ops.begin(), ops.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    most.push_back(largest == ops.end() ? std::string() : largest->first);
    if (!most.back().empty()) all.insert(most.back());
  }
  CardPlacements placements;
  for (const std::string& name : all) placements.names << QString::fromStdString(name);
  for (const std::string& name : most) {
    const auto at = all.find(name);
    placements.cards.push_back(
        at == all.end() ? std::nullopt
                        : std::optional(static_cast<int>(std::distance(all.begin(), at))));
  }
  return placements;
}

}  // namespace ng::views
