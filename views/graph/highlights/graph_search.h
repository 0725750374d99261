// SPDX-License-Identifier: Apache-2.0
// Finds cards with a search in the language of engine/records/op_query.h.
#pragma once

#include <vector>

#include "views/core/op_search.h"
#include "views/graph/canvas/graph_painter.h"

namespace ng::views {

struct FoundCards {
  std::vector<Hit> cards;  // by card; empty for an empty search
  OpKeys folded;           // found ops that have no card of their own
};

// A closed group is found if one of its ops is.
FoundCards findCards(const GraphScene& scene, const GraphRecord& graph, const Grouping& grouping,
                     const OpSearch& search, const QueryFacts& facts = {});

}  // namespace ng::views
