// SPDX-License-Identifier: Apache-2.0
#include "views/graph/scene/axis_lit.h"

#include <algorithm>
#include <set>

#include "engine/analysis/axis_facts.h"
#include "engine/records/graph_record.h"

namespace ng::views {
namespace {

// The card's tag for what its op does with the axis; no tag if the op only has the axis.
QString tagOf(AxisEffect effect) {
  if (effect == AxisEffect::has) return {};
  const std::string_view word = name(effect);
  return QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
}

bool hasAxis(const OpRecord& op, int result, std::string_view axis) {
  const auto r = static_cast<std::size_t>(result);
  return r < op.results.size() && std::any_of(
                                      op.results[r].axes.begin(), op.results[r].axes.end(),
                                      [&](const AxisRecord& each) { return is_axis(each, axis); });
}

bool hasChipOf(const Card& card, ItemId op) {
  return std::any_of(card.chips.begin(), card.chips.end(),
                     [op](const Chip& chip) { return !chip.rect.isEmpty() && chip.tells(op); });
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
  // A source that several cards read has a chip on each of them.
  for (const Card& card : scene.cards)
    for (const Chip& chip : card.chips) {
      const OpRecord* op = chip.source ? graph.find(chip.folds.back()) : nullptr;
      if (!op) continue;
      for (const OperandRecord& operand : op->operands) {
        const OpRecord* producer = graph.find(operand.op);
        if (producer && hasAxis(*producer, operand.result, axis))
          carried.emplace(scene.find(chip.source), static_cast<int>(&card - scene.cards.data()));
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
      const ItemId item = grouping.item(use.op);
      const int card = scene.find(item);
      if (card < 0) continue;
      lit.ops.insert(item);
      const auto i = static_cast<std::size_t>(card);
      if (scene.cards[i].id != item && hasChipOf(scene.cards[i], item)) continue;
      cards[i] = 1;
      any = true;
      const QString tag = tagOf(use.effect);
      if (!tag.isEmpty() && !tags[i].contains(tag)) tags[i] << tag;
    }
  }
  if (!any) return {};
  lit.cards = std::move(cards);
  for (const QStringList& words : tags) lit.tags.push_back(words.join(QStringLiteral(", ")));
  lightEdges(scene, graph, grouping, axis, lit);
  return lit;
}

}  // namespace ng::views
