// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/scene_description.h"

#include <QJsonArray>

namespace ng::views {
namespace {

QJsonArray box(const QRectF& at) {
  return {at.x(), at.y(), at.width(), at.height()};
}

const char* word(Mark mark) {
  switch (mark) {
    case Mark::added: return "added";
    case Mark::removed: return "removed";
    case Mark::changed: return "changed";
    case Mark::none: break;
  }
  return "";
}

QJsonObject describeCard(const Card& card, const QRectF& at) {
  QJsonObject out{{"id", QString::number(card.id)}, {"title", card.title}, {"kind", card.kind},
                  {"detail", card.detail},          {"glyph", card.glyph}, {"at", box(at)}};
  if (card.group) out["group"] = true;
  if (card.repeats > 1) out["repeats"] = card.repeats;
  if (card.gradient) out["gradient"] = true;
  if (card.ghost) out["ghost"] = true;
  if (card.mark != Mark::none) out["mark"] = word(card.mark);
  QJsonArray chips;
  for (const Chip& chip : card.chips) {
    QJsonArray folds;
    for (const OpId op : chip.folds) folds.append(QString::number(op));
    chips.append(QJsonObject{{"id", QString::number(chip.op)},
                             {"text", chip.text},
                             {"mark", word(chip.mark)},
                             {"reads", static_cast<int>(chip.reads.size())},
                             {"folds", folds}});
  }
  if (!chips.isEmpty()) out["chips"] = chips;
  return out;
}

}  // namespace

QJsonObject describeScene(const GraphScene& scene, const Lit& lit, const GraphCamera& camera) {
  const QRectF seen = camera.visibleArea();
  const auto toView = [&camera](const QRectF& area) { return camera.view().toView(area); };
  QJsonArray cards, edges, kernels, groups;
  for (std::size_t i = 0; i < scene.cards.size(); ++i) {
    const Card& card = scene.cards[i];
    if (!card.rect.intersects(seen)) continue;
    QJsonObject out = describeCard(card, toView(card.rect));
    const int index = static_cast<int>(i);
    if (index == lit.selected) out["selected"] = true;
    if (i < lit.matches.size() && lit.matches[i] != Match::none) out["match"] = true;
    if (i < lit.heat.size() && lit.heat[i]) out["heat"] = *lit.heat[i];
    if (i < lit.placed.size() && lit.placed[i]) out["placement"] = *lit.placed[i];
    if (i < lit.axis.tags.size() && lit.axis.cards[i]) out["axis"] = lit.axis.tags[i];
    cards.append(out);
  }
  for (const EdgeShape& edge : scene.edges) {
    const Card& from = scene.cards[static_cast<std::size_t>(edge.from)];
    const Card& to = scene.cards[static_cast<std::size_t>(edge.to)];
    if (!from.rect.united(to.rect).intersects(seen)) continue;
    QJsonObject way{
        {"from", QString::number(from.id)}, {"to", QString::number(to.id)}, {"values", edge.count}};
    if (edge.back) way["back"] = true;
    edges.append(way);
  }
  for (const Hull& hull : scene.hulls)
    if (hull.outline.bounds.intersects(seen))
      kernels.append(QJsonObject{{"name", hull.name},
                                 {"at", box(toView(hull.outline.bounds))},
                                 {"mark", word(hull.mark)},
                                 {"selected", hull.kernel == lit.kernel}});
  for (const Frame& frame : scene.frames)
    if (frame.outline.bounds.intersects(seen))
      groups.append(QJsonObject{{"title", frame.title}, {"at", box(toView(frame.outline.bounds))}});
  return {{"kind", "graph"},        {"direction", QString::fromUtf8(name(scene.direction))},
          {"zoom", camera.scale()}, {"whole", camera.everythingFits()},
          {"cards", cards},         {"edges", edges},
          {"kernels", kernels},     {"groups", groups}};
}

}  // namespace ng::views
