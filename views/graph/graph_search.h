// SPDX-License-Identifier: Apache-2.0
// Which cards a search finds, in the language of engine/session/op_query.h.
#pragma once

#include <vector>

#include "views/core/op_search.h"
#include "views/graph/graph_painter.h"

namespace ng::views {

struct FoundCards {
  std::vector<Hit> cards;  // of each card; empty for an empty search
  OpKeys folded;           // what is found that has no card of its own
};

// A closed group is found when one of its ops is.
FoundCards findCards(const GraphScene& scene, const GraphRecord& graph, const Grouping& grouping,
                     const OpSearch& search, const QueryFacts& facts = {});

}  // namespace ng::views
