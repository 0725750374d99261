// SPDX-License-Identifier: Apache-2.0
// The curves of a scene's edges.
#pragma once

#include "views/graph/scene.h"

namespace ng::views {

// Fills the points of all edges: the placement's curves where they suit what is shown, our own
// routes elsewhere. Needs the cards and their grid.
void routeScene(GraphScene& scene, const Placement& placement);

}  // namespace ng::views
