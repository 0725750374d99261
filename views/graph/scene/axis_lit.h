// SPDX-License-Identifier: Apache-2.0
// Finds the cards of a scene that have an axis, what they do with it, and the edges that carry it.
#pragma once

#include <string_view>

#include "views/graph/canvas/graph_painter.h"
#include "views/layout/groups/grouping.h"

namespace ng::views {

// `axis` as in SelectionState::axis: "H", "H 28". Empty if no op has it.
AxisLit axisLit(const GraphScene& scene, const GraphRecord& graph, const Grouping& grouping,
                std::string_view axis);

}  // namespace ng::views
