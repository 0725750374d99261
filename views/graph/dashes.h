// SPDX-License-Identifier: Apache-2.0
// A dashed curve as lines. Qt counts dashes from where a curve enters the clip: they would jump as
// the picture is moved piece by piece.
#pragma once

#include <QLineF>
#include <QList>
#include <QPointF>
#include <QRectF>
#include <cstdint>

namespace ng::views {

// Those within `visible` of the dashes of a chain of `count` points of cubic Béziers. They are
// counted from its beginning, by lengths of pieces that are good to a hundredth: pieces out of
// sight cost nearly nothing.
QList<QLineF> dashesOf(const QPointF* points, std::uint32_t count, double dash, double gap,
                       const QRectF& visible);

}  // namespace ng::views
