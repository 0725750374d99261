// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/floating_names.h"

#include <QFontMetricsF>
#include <algorithm>

#include "views/core/theme/theme.h"

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

}  // namespace

std::vector<FloatingName> floatingNames(const GraphScene& scene, const Viewport& view,
                                        const QSize& size) {
  std::vector<FloatingName> names;
  if (view.scale() >= farAway) return names;
  const QRectF canvas(QPointF(0, 0), QSizeF(size));
  const QFontMetricsF letters(Theme::current().uiFont());
  for (const Candidate& each : candidates(scene, view, canvas)) {
    if (names.size() >= mostNames) break;
    const QSizeF text(letters.horizontalAdvance(each.text) + 2 * padding, letters.height() + 2);
    const QPointF top(each.area.center().x() - text.width() / 2,
                      each.open ? each.area.center().y() - text.height() / 2
                                : each.area.top() - text.height() - 1);
    QRectF box(top, text);
    box.moveLeft(std::clamp(box.left(), 0.0, std::max(0.0, canvas.width() - box.width())));
    const QRectF clear = box.adjusted(-gap, -gap, gap, gap);
    const bool overlaps = std::any_of(names.begin(), names.end(), [&](const FloatingName& other) {
      return other.box.intersects(clear);
    });
    if (!overlaps && canvas.contains(box)) names.push_back({each.text, box});
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
