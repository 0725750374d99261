// SPDX-License-Identifier: Apache-2.0
// Lines around cards that belong together: kernels and open groups.
#pragma once

#include "views/graph/scene.h"

namespace ng::views {

struct CardOutline {
  Outline outline;
  std::vector<QRectF> labels;  // one for each part that stands alone, on its upper edge
};

// The cards with a margin; neighbours among them that are joined by an edge or stand side by side
// grow together where nothing else stands between. Needs the scene's edges and its card grid.
CardOutline outlineAround(const GraphScene& scene, const std::vector<int>& cards, double margin,
                          const QString& name);

}  // namespace ng::views
