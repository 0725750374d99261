// SPDX-License-Identifier: Apache-2.0
// Combines the visible pieces of each outline into one path.
#include "views/graph/canvas/outline_painter.h"

#include <algorithm>
#include <map>

namespace ng::views {
namespace {

constexpr std::size_t manyPieces = 400;
constexpr double farAway = 0.35;  // below this scale many pieces are rectangles
// Below this scale all pieces are, because outlines would dominate the time.
constexpr double pinpricks = 0.02;

// The pieces of `index` near `visible`, grouped by outline.
std::vector<int> seenPieces(const OutlineIndex& index, const QRectF& visible, double scale) {
  const double pen = 12 + 2 / scale;
  std::vector<int> found;
  index.grid.query(visible.adjusted(-pen, -pen, pen, pen), found);
  return found;
}

// Calls paint(outline, path of its visible pieces) for each outline.
template <class Area, class Paint>
void eachSeen(const std::vector<Area>& areas, const OutlineIndex& index,
              const std::vector<int>& pieces, Paint paint) {
  for (std::size_t i = 0; i < pieces.size();) {
    const int outline = index.pieces[static_cast<std::size_t>(pieces[i])].outline;
    const Area& area = areas[static_cast<std::size_t>(outline)];
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    for (; i < pieces.size(); ++i) {
      const auto [owner, piece] = index.pieces[static_cast<std::size_t>(pieces[i])];
      if (owner != outline) break;
      path.addPath(area.outline.pieces[static_cast<std::size_t>(piece)]);
    }
    paint(area, path);
  }
}

// Calls paint(outline, rectangle) for each piece.
template <class Area, class Paint>
void eachRect(const std::vector<Area>& areas, const OutlineIndex& index,
              const std::vector<int>& pieces, Paint paint) {
  for (const int i : pieces) {
    const auto [outline, piece] = index.pieces[static_cast<std::size_t>(i)];
    const Area& area = areas[static_cast<std::size_t>(outline)];
    paint(area, area.outline.pieces[static_cast<std::size_t>(piece)].boundingRect());
  }
}

QColor hullColour(const GraphScene& scene, const Hull& hull, OpId lit) {
  if (scene.diff && hull.mark != Mark::none) return Theme::current().mark(hull.mark);
  const Colours& c = Theme::current().colours();
  return hull.kernel == lit ? c.selection : c.dimText;
}

bool stands(const GraphScene& scene, const Hull& hull, OpId lit) {
  return hull.kernel == lit || (scene.diff && hull.mark != Mark::none);
}

QColor wash(QColor colour, bool strong) {
  colour.setAlphaF(strong ? 0.10f : 0.06f);
  return colour;
}

}  // namespace

bool isFlat(const OutlineIndex& index, const QRectF& area, double scale) {
  return scale < pinpricks || (scale < farAway && index.grid.count(area) > manyPieces);
}

void paintFrames(QPainter& painter, const GraphScene& scene, const QRectF& visible, double scale,
                 bool flat) {
  const Colours& c = Theme::current().colours();
  const std::vector<int> pieces = seenPieces(scene.frameIndex, visible, scale);
  painter.setBrush(c.group);
  if (flat) {
    QList<QRectF> rects;
    rects.reserve(static_cast<qsizetype>(pieces.size()));
    eachRect(scene.frames, scene.frameIndex, pieces,
             [&rects](const Frame&, const QRectF& rect) { rects.append(rect); });
    painter.setPen(Qt::NoPen);
    return painter.drawRects(rects);
  }
  painter.setPen(QPen(c.separator, 1 / std::min(scale, 1.0)));
  eachSeen(scene.frames, scene.frameIndex, pieces,
           [&painter](const Frame&, const QPainterPath& path) { painter.drawPath(path); });
}

void paintHulls(QPainter& painter, const GraphScene& scene, const QRectF& visible, double scale,
                bool flat, OpId lit) {
  const std::vector<int> pieces = seenPieces(scene.hullIndex, visible, scale);
  if (flat) {
    std::map<QRgb, QList<QRectF>> rects;  // by colour
    eachRect(scene.hulls, scene.hullIndex, pieces, [&](const Hull& hull, const QRectF& rect) {
      rects[wash(hullColour(scene, hull, lit), stands(scene, hull, lit)).rgba()].append(rect);
    });
    painter.setPen(Qt::NoPen);
    for (const auto& [colour, list] : rects) {
      painter.setBrush(QColor::fromRgba(colour));
      painter.drawRects(list);
    }
    return;
  }
  eachSeen(scene.hulls, scene.hullIndex, pieces, [&](const Hull& hull, const QPainterPath& path) {
    const bool strong = stands(scene, hull, lit);
    const QColor colour = hullColour(scene, hull, lit);
    QPen pen(colour, (strong ? 1.6 : 1.1) / std::min(scale, 1.0));
    if (!strong) pen.setDashPattern({1.5, 3});
    pen.setCapStyle(Qt::RoundCap);
    painter.setOpacity(lit != 0 && hull.kernel != lit ? outsideKernel : 1);
    painter.setPen(pen);
    painter.setBrush(wash(colour, strong));
    painter.drawPath(path);
  });
  painter.setOpacity(1);
}

}  // namespace ng::views
