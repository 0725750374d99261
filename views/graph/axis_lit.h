// SPDX-License-Identifier: Apache-2.0
// Where an axis goes through a scene: which cards have it, what they do with it, which edges carry
// it.
#pragma once

#include <string_view>

#include "views/graph/graph_painter.h"
#include "views/layout/grouping.h"

namespace ng::views {

// `axis` is meant as in SelectionState::axis: "H", "H 28". Nothing is lit when no op has it.
AxisLit axisLit(const GraphScene& scene, const GraphRecord& graph, const Grouping& grouping,
                std::string_view axis);

}  // namespace ng::views
