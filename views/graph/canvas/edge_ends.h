// SPDX-License-Identifier: Apache-2.0
// The ends of an edge whose middle is not painted.
#pragma once

#include <QPolygonF>
#include <cstdint>

namespace ng::views {

struct EdgeEnds {
  QPolygonF first, last;  // from the beginning on, and from the end back
};

// Of a chain of cubic Béziers with `count` points; both ends have about this length.
EdgeEnds endsOf(const QPointF* points, std::uint32_t count, double length);

}  // namespace ng::views
