// SPDX-License-Identifier: Apache-2.0
// The curves of a scene's edges.
#pragma once

#include "views/graph/scene/scene.h"

namespace ng::views {

// Sets the points of all edges: the placement's curves where they suit the shown graph, else our
// own routes. With `near`, routes only edges of cards there; the others get end points. Needs the
// cards and their grid.
void routeScene(GraphScene& scene, const Placement& placement, const std::optional<QRectF>& near);

}  // namespace ng::views
