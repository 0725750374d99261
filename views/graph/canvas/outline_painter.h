// SPDX-License-Identifier: Apache-2.0
// Paints the grounds of open groups and kernels, below edges and cards. Joins and strokes only the
// pieces within `visible`; flat pieces are rectangles, painted together per colour. `painter` is in
// scene coordinates at `scale` pixels per scene unit.
#pragma once

#include <QPainter>

#include "views/graph/scene/scene.h"

namespace ng::views {

constexpr double outsideKernel = 0.35;  // opacity of the rest while a kernel is highlighted

// Whether the pieces in `area` are so many, and so small, that they are painted flat.
bool isFlat(const OutlineIndex& index, const QRectF& area, double scale);

void paintFrames(QPainter& painter, const GraphScene& scene, const QRectF& visible, double scale,
                 bool flat);

// `lit`: the kernel whose hull is solid, 0 for none.
void paintHulls(QPainter& painter, const GraphScene& scene, const QRectF& visible, double scale,
                bool flat, OpId lit);

}  // namespace ng::views
