// SPDX-License-Identifier: Apache-2.0
// Which cards a search finds, in the language of engine/session/op_query.h.
#pragma once

#include <vector>

#include "views/core/op_search.h"
#include "views/graph/scene.h"

namespace ng::views {

// For each card whether it is found, or an empty vector for an empty search. A closed group is
// found when one of its ops is.
std::vector<char> findCards(const GraphScene& scene, const GraphRecord& graph,
                            const Grouping& grouping, const OpSearch& search,
                            const QueryFacts& facts = {});

}  // namespace ng::views
