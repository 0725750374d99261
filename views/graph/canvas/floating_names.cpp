// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/floating_names.h"

#include <QFontMetricsF>
#include <algorithm>

#include "views/core/theme/theme.h"
#include "views/graph/canvas/graph_painter.h"

namespace ng::views {
namespace {

constexpr double farAway = 0.45;  // above this scale, the names in the picture are legible
constexpr std::size_t mostNames = 40;
constexpr double padding = 5, gap = 4;

struct Candidate {
  QString text;
  QRectF area;  // where the group is, in widget coordinates
  double weight;
  bool open;
};

std::vector<Candidate> candidates(const GraphScene& scene, const Viewport& view,
                                  const QRectF& canvas) {
  std::vector<Candidate> found;
  for (const Frame& frame : scene.frames) {
    const QRectF area = view.toView(frame.outline.bounds) & canvas;
    if (!area.isEmpty())
      found.push_back({frame.title, area, static_cast<double>(frame.cards.size()), true});
  }
  for (const Card& card : scene.cards) {
    if (!card.group) continue;
    const QRectF area = view.toView(card.rect);
    if (canvas.intersects(area))
      found.push_back({card.title, area, static_cast<double>(card.count), false});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; });
  return found;
}

// Where a name of this size may be, in order of preference. `cards` are legible: it covers none.
std::vector<QPointF> places(const Candidate& group, const QSizeF& text, bool cards) {
  const QRectF& area = group.area;
  const double left = area.center().x() - text.width() / 2;
  const double middle = area.center().y() - text.height() / 2;
  if (group.open && !cards) return {{left, middle}};
  const QPointF above(left, area.top() - text.height() - 1);
  if (!cards) return {above};
  return {above,
          {area.left() - text.width() - gap, middle},
          {area.right() + gap, middle},
          {left, area.bottom() + 1}};
}

std::vector<QRectF> visibleCards(const GraphScene& scene, const Viewport& view,
                                 const QRectF& canvas) {
  std::vector<QRectF> areas;
  for (const Card& card : scene.cards) {
    const QRectF area = view.toView(card.rect);
    if (area.intersects(canvas)) areas.push_back(area);
  }
  return areas;
}

}  // namespace

std::vector<FloatingName> floatingNames(const GraphScene& scene, const Viewport& view,
                                        const QSize& size) {
  std::vector<FloatingName> names;
  if (view.scale() >= farAway) return names;
  const QRectF canvas(QPointF(0, 0), QSizeF(size));
  const QFontMetricsF letters(Theme::current().uiFont());
  const PaintManner::Detail detail = GraphPainter::detailAt(view.scale());
  const bool legible = detail >= PaintManner::Detail::glyphs;
  const std::vector<QRectF> cards =
      legible ? visibleCards(scene, view, canvas) : std::vector<QRectF>();
  const auto isFree = [&](const QRectF& box) {
    const QRectF clear = box.adjusted(-gap, -gap, gap, gap);
    return canvas.contains(box) &&
           std::none_of(names.begin(), names.end(),
                        [&](const FloatingName& other) { return other.box.intersects(clear); }) &&
           std::none_of(cards.begin(), cards.end(),
                        [&](const QRectF& card) { return card.intersects(box); });
  };
  for (const Candidate& each : candidates(scene, view, canvas)) {
    if (names.size() >= mostNames) break;
    if (detail == PaintManner::Detail::full && !each.open) continue;  // its card shows the name
    const QSizeF text(letters.horizontalAdvance(each.text) + 2 * padding, letters.height() + 2);
    for (const QPointF& place : places(each, text, legible)) {
      QRectF box(place, text);
      box.moveLeft(std::clamp(box.left(), 0.0, std::max(0.0, canvas.width() - box.width())));
      if (!isFree(box)) continue;
      names.push_back({each.text, box});
      break;
    }
  }
  return names;
}

void paintFloatingNames(QPainter& painter, const std::vector<FloatingName>& names) {
  if (names.empty()) return;
  const Colours& colours = Theme::current().colours();
  QColor ground = colours.canvas;
  ground.setAlphaF(0.85f);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(Theme::current().uiFont());
  for (const FloatingName& name : names) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(name.box, metrics::radius, metrics::radius);
    painter.setPen(colours.text);
    painter.drawText(name.box, Qt::AlignCenter, name.text);
  }
}

}  // namespace ng::views
