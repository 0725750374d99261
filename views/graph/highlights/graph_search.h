// SPDX-License-Identifier: Apache-2.0
// Which cards show the ops that a search found.
#pragma once

#include <vector>

#include "views/graph/canvas/graph_painter.h"

namespace ng::views {

struct FoundCards {
  std::vector<Match> cards;  // by card; empty if no op was found
  OpIds folded;              // found ops that have no card of their own
};

// A closed group is marked if one of its ops was found.
FoundCards foundCards(const GraphScene& scene, const Grouping& grouping,
                      const std::vector<OpId>& ops);

}  // namespace ng::views
