// SPDX-License-Identifier: Apache-2.0
// A colour bar with ticks, and a triangle at an end that values exceed.
#pragma once

#include <QPainter>

#include "views/widgets/plots/axis_ticks.h"
#include "views/widgets/heat_maps/heat_scale.h"

namespace ng::views {

// Ticks of a bar of `height` pixels: its ends, and the round values between them that are far
// enough apart.
std::vector<AxisTick> colourBarTicks(const HeatScale& scale, double height);

// Ticks and labels are painted in the 56 pixels to the right of `bar`.
void paintColourBar(QPainter& painter, const QRectF& bar, const HeatScale& scale,
                    const TensorStatistics& statistics);

// Points up or down; `size` is half of its width.
void paintTriangle(QPainter& painter, QPointF centre, double size, bool up, const QColor& colour);

}  // namespace ng::views
