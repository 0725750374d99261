// SPDX-License-Identifier: Apache-2.0
// A dashed curve as lines. Qt counts dashes from where a curve enters the clip: they would jump as
// the picture is moved piece by piece.
#pragma once

#include <QLineF>
#include <QList>
#include <QPainterPath>

namespace ng::views {

// Those within `visible` of dashes that are counted from the beginning of `path`, of one piece.
QList<QLineF> dashesOf(const QPainterPath& path, double dash, double gap, const QRectF& visible);

}  // namespace ng::views
