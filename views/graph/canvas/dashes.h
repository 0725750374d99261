// SPDX-License-Identifier: Apache-2.0
// Splits a dashed curve into lines. Qt starts dashes where a curve enters the clip rectangle, so
// they would jump when the picture is painted in pieces.
#pragma once

#include <QLineF>
#include <QList>
#include <QPointF>
#include <QRectF>
#include <cstdint>

namespace ng::views {

// The dashes within `visible` of a chain of cubic Béziers with `count` points. Dashes start at the
// beginning of the chain; lengths are accurate to about one percent, and invisible pieces cost
// almost nothing.
QList<QLineF> dashesOf(const QPointF* points, std::uint32_t count, double dash, double gap,
                       const QRectF& visible);

}  // namespace ng::views
