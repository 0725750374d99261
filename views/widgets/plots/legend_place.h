// SPDX-License-Identifier: Apache-2.0
// Where in a plot its legend hides the least of the curves.
#pragma once

#include <QRectF>
#include <QSizeF>
#include <vector>

namespace ng::views {

// A legend of `size` at the right or left of `area`: in the upper right corner, unless it hides
// much less elsewhere, so that a curve that grows seldom moves the legend. `curves`: their points
// in pixels, joined by lines; a point that is not finite ends a line.
QRectF legendPlace(const QRectF& area, const QSizeF& size,
                   const std::vector<std::vector<QPointF>>& curves);

}  // namespace ng::views
