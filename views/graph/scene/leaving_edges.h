// SPDX-License-Identifier: Apache-2.0
// Long edges that lead from one group into another. Hundreds of them are a mesh that hides the
// cards, so they are painted at their ends only, until they are selected or pointed at.
#pragma once

#include "views/graph/scene/scene.h"

namespace ng::views {

// Sets EdgeShape::faded if there are many such edges. Needs cards and edges with their hubs.
void fadeLeavingEdges(GraphScene& scene, const Grouping& grouping);

}  // namespace ng::views
