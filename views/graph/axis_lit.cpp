// SPDX-License-Identifier: Apache-2.0
#include "views/graph/axis_lit.h"

#include <algorithm>
#include <set>

#include "engine/session/axis_facts.h"

namespace ng::views {
namespace {

// What is worth a word on the card; most ops only have the axis.
QString tagOf(AxisDeed deed) {
  if (deed == AxisDeed::has) return {};
  const std::string_view word = name(deed);
  return QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
}

bool hasAxis(const OpRecord& op, int result, std::string_view axis) {
  const auto r = static_cast<std::size_t>(result);
  return r < op.results.size() &&
         std::any_of(op.results[r].axes.begin(), op.results[r].axes.end(),
                     [&](const AxisRecord& each) { return is_axis(each, axis); });
}

void lightEdges(const GraphScene& scene, const GraphRecord& graph, const Grouping& grouping,
                std::string_view axis, AxisLit& lit) {
  std::set<std::pair<int, int>> carried;
  for (const OpRecord& op : graph.ops) {
    for (const OperandRecord& operand : op.operands) {
      const OpRecord* producer = graph.find(operand.op);
      if (!producer || !hasAxis(*producer, operand.result, axis)) continue;
      carried.emplace(scene.find(grouping.item(operand.op)), scene.find(grouping.item(op.id)));
    }
  }
  lit.edges.resize(scene.edges.size());
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    lit.edges[i] = carried.count({scene.edges[i].from, scene.edges[i].to}) > 0;
  }
}

}  // namespace

AxisLit axisLit(const GraphScene& scene, const GraphRecord& graph, const Grouping& grouping,
                std::string_view axis) {
  AxisLit lit;
  if (axis.empty()) return lit;
  std::vector<char> cards(scene.cards.size());
  std::vector<QStringList> tags(scene.cards.size());
  bool any = false;
  for (const AxisFacts& facts : axis_facts(graph, nullptr)) {
    if (!is_axis(facts.axis, axis)) continue;
    for (const AxisDoing& use : facts.uses) {
      const int card = scene.find(grouping.item(use.op));
      if (card < 0) continue;
      const auto i = static_cast<std::size_t>(card);
      cards[i] = 1;
      any = true;
      const QString tag = tagOf(use.deed);
      if (!tag.isEmpty() && !tags[i].contains(tag)) tags[i] << tag;
    }
  }
  if (!any) return lit;
  lit.cards = std::move(cards);
  for (const QStringList& words : tags) lit.tags.push_back(words.join(QStringLiteral(", ")));
  lightEdges(scene, graph, grouping, axis, lit);
  return lit;
}

}  // namespace ng::views
