// SPDX-License-Identifier: Apache-2.0
// The colours of a scale as a bar with ticks, and a triangle at an end that values lie beyond.
#pragma once

#include <QPainter>

#include "views/widgets/axis_ticks.h"
#include "views/widgets/heat_scale.h"

namespace ng::views {

// Of a bar so many pixels high: its ends, and what stands far enough apart between them.
std::vector<AxisTick> colourBarTicks(const HeatScale& scale, double height);

// Ticks and their labels stand at the right of `bar`, 56 pixels wide.
void paintColourBar(QPainter& painter, const QRectF& bar, const HeatScale& scale,
                    const TensorStatistics& statistics);

// Points up or down; `size` is half of its width.
void paintTriangle(QPainter& painter, QPointF centre, double size, bool up, const QColor& colour);

}  // namespace ng::views
