// SPDX-License-Identifier: Apache-2.0
// Points on the curves of edges.
#pragma once

#include <QPointF>

namespace ng::views {

// The point of the cubic Bézier with the control points p[0] to p[3] at `t` in 0..1.
inline QPointF bezierPoint(const QPointF* p, double t) {
  const double s = 1 - t;
  return p[0] * (s * s * s) + p[1] * (3 * s * s * t) + p[2] * (3 * s * t * t) + p[3] * (t * t * t);
}

}  // namespace ng::views
