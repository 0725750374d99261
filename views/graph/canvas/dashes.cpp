// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/dashes.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace ng::views {
namespace {

// The part of a line inside a rectangle, as fractions of its length; first > last: none.
struct Part {
  double first = 0, last = 1;
};

void cut(Part& part, double from, double by, double low, double high) {
  if (by == 0) {
    if (from < low || from > high) part.last = -1;
    return;
  }
  const double a = (low - from) / by, b = (high - from) / by;
  part.first = std::max(part.first, std::min(a, b));
  part.last = std::min(part.last, std::max(a, b));
}

Part within(const QLineF& line, const QRectF& area) {
  Part part;
  cut(part, line.x1(), line.dx(), area.left(), area.right());
  cut(part, line.y1(), line.dy(), area.top(), area.bottom());
  return part;
}

// Approximate length of a cubic Bézier: the mean of its chord and its control polygon.
double lengthOf(const QPointF* p) {
  const double chord = QLineF(p[0], p[3]).length();
  const double polygon =
      QLineF(p[0], p[1]).length() + QLineF(p[1], p[2]).length() + QLineF(p[2], p[3]).length();
  return (chord + polygon) / 2;
}

bool mayBeSeen(const QPointF* p, const QRectF& visible) {
  const auto [left, right] = std::minmax({p[0].x(), p[1].x(), p[2].x(), p[3].x()});
  const auto [top, bottom] = std::minmax({p[0].y(), p[1].y(), p[2].y(), p[3].y()});
  return left <= visible.right() && right >= visible.left() && top <= visible.bottom() &&
         bottom >= visible.top();
}

// `before`: curve length up to the line.
void addDashes(QList<QLineF>& dashes, const QLineF& line, double before, double dash, double gap,
               const QRectF& visible) {
  const double length = line.length();
  const Part seen = length > 0 ? within(line, visible) : Part{1, 0};
  const double last = before + seen.last * length;
  double begin = std::floor((before + seen.first * length) / (dash + gap)) * (dash + gap);
  for (; seen.first <= seen.last && begin < last; begin += dash + gap) {
    const double from = std::clamp((begin - before) / length, 0.0, 1.0);
    const double to = std::clamp((begin + dash - before) / length, 0.0, 1.0);
    if (from < to) dashes.append({line.pointAt(from), line.pointAt(to)});
  }
}

}  // namespace

QList<QLineF> dashesOf(const QPointF* points, std::uint32_t count, double dash, double gap,
                       const QRectF& visible) {
  QList<QLineF> dashes;
  double before = 0;  // curve length up to the piece
  for (std::uint32_t k = 0; k + 3 < count; k += 3) {
    const QPointF* p = points + k;
    double at = before;
    before += lengthOf(p);
    if (!mayBeSeen(p, visible)) continue;
    QPainterPath piece(p[0]);
    piece.cubicTo(p[1], p[2], p[3]);
    for (const QPolygonF& flat : piece.toSubpathPolygons())
      for (qsizetype i = 1; i < flat.size(); ++i) {
        const QLineF line(flat[i - 1], flat[i]);
        addDashes(dashes, line, at, dash, gap, visible);
        at += line.length();
      }
  }
  return dashes;
}

}  // namespace ng::views
