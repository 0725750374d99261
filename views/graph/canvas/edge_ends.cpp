// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/edge_ends.h"

#include <QLineF>

#include "views/graph/scene/bezier.h"

namespace ng::views {
namespace {

constexpr int partsOfPiece = 12;

QPolygonF endOf(const QPointF* points, std::uint32_t count, double length, bool back) {
  const std::uint32_t pieces = count < 4 ? 0 : (count - 1) / 3;
  QPolygonF end;
  double done = 0;
  for (std::uint32_t piece = 0; piece < pieces; ++piece) {
    const QPointF* p = points + 3 * (back ? pieces - 1 - piece : piece);
    if (end.isEmpty()) end << (back ? p[3] : p[0]);
    for (int k = 1; k <= partsOfPiece; ++k) {
      const double t = k / static_cast<double>(partsOfPiece);
      const QPointF next = bezierPoint(p, back ? 1 - t : t);
      const QLineF part(end.last(), next);
      if (done + part.length() >= length)
        return end << part.pointAt((length - done) / part.length());
      done += part.length();
      end << next;
    }
  }
  return end;
}

}  // namespace

EdgeEnds endsOf(const QPointF* points, std::uint32_t count, double length) {
  return {endOf(points, count, length, false), endOf(points, count, length, true)};
}

}  // namespace ng::views
