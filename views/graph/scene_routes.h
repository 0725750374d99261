// SPDX-License-Identifier: Apache-2.0
// The curves of a scene's edges.
#pragma once

#include "views/graph/scene.h"

namespace ng::views {

// Fills the points of all edges: the placement's curves where they suit what is shown, our own
// routes elsewhere. With `near`, of the edges of cards there; the others get their ends. Needs the
// cards and their grid.
void routeScene(GraphScene& scene, const Placement& placement, const std::optional<QRectF>& near);

}  // namespace ng::views
