// SPDX-License-Identifier: Apache-2.0
// Paints the grounds of open groups and of kernels, below edges and cards. Only the pieces within
// `visible` are put together and stroked; flat ones are rectangles, all of a colour at once.
// `painter` is in scene coordinates at `scale` pixels a unit.
#pragma once

#include <QPainter>

#include "views/graph/scene.h"

namespace ng::views {

constexpr double outsideKernel = 0.35;  // opacity of the rest while a kernel is lit

// Are there so many pieces in `area`, seen from so far, that they are better flat?
bool isFlat(const OutlineIndex& index, const QRectF& area, double scale);

void paintFrames(QPainter& painter, const GraphScene& scene, const QRectF& visible, double scale,
                 bool flat);

// `lit`: the kernel whose hull is solid, 0 for none.
void paintHulls(QPainter& painter, const GraphScene& scene, const QRectF& visible, double scale,
                bool flat, OpKey lit);

}  // namespace ng::views
