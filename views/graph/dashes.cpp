// SPDX-License-Identifier: Apache-2.0
#include "views/graph/dashes.h"

#include <algorithm>
#include <cmath>

namespace ng::views {
namespace {

// The part of a line within a rectangle, in parts of its length; first > last: none.
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

}  // namespace

QList<QLineF> dashesOf(const QPainterPath& path, double dash, double gap, const QRectF& visible) {
  QList<QLineF> dashes;
  double before = 0;  // length of the curve up to the line
  for (const QPolygonF& points : path.toSubpathPolygons()) {
    for (qsizetype i = 1; i < points.size(); ++i) {
      const QLineF line(points[i - 1], points[i]);
      const double length = line.length();
      const Part seen = length > 0 ? within(line, visible) : Part{1, 0};
      const double last = before + seen.last * length;
      double begin = std::floor((before + seen.first * length) / (dash + gap)) * (dash + gap);
      for (; seen.first <= seen.last && begin < last; begin += dash + gap) {
        const double from = std::clamp((begin - before) / length, 0.0, 1.0);
        const double to = std::clamp((begin + dash - before) / length, 0.0, 1.0);
        if (from < to) dashes.append({line.pointAt(from), line.pointAt(to)});
      }
      before += length;
    }
  }
  return dashes;
}

}  // namespace ng::views
