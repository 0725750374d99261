// SPDX-License-Identifier: Apache-2.0
// Transposes coordinates: a scene that runs to the right is processed as if it ran downwards and
// transposed back. Its own inverse.
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <QTransform>

#include "views/layout/direction.h"

namespace ng::views {

inline QPointF turned(QPointF p, Direction direction) {
  return direction == Direction::right ? p.transposed() : p;
}
inline QRectF turned(const QRectF& r, Direction direction) {
  return direction == Direction::right ? QRectF(r.y(), r.x(), r.height(), r.width()) : r;
}
inline QPainterPath turned(const QPainterPath& path, Direction direction) {
  return direction == Direction::right ? QTransform(0, 1, 1, 0, 0, 0).map(path) : path;
}

}  // namespace ng::views
