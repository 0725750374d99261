// SPDX-License-Identifier: Apache-2.0
// Names of groups over a picture that is zoomed out so far that its own texts are illegible, as on
// a map: at a constant size, larger groups first, without overlaps.
#pragma once

#include <QPainter>
#include <vector>

#include "views/graph/canvas/viewport.h"
#include "views/graph/scene/scene.h"

namespace ng::views {

struct FloatingName {
  QString text;
  QRectF box;  // in widget coordinates
};

// Open groups have their name inside their visible part, closed ones above their card. While
// cards are more than blocks, no name covers one; closed groups have none while their cards show
// it.
std::vector<FloatingName> floatingNames(const GraphScene& scene, const Viewport& view,
                                        const QSize& canvas);
void paintFloatingNames(QPainter& painter, const std::vector<FloatingName>& names);

}  // namespace ng::views
