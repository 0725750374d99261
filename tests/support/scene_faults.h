// SPDX-License-Identifier: Apache-2.0
// Finds faults in the picture of a graph.
#pragma once

#include "views/graph/scene/scene.h"

namespace ng::testing {

// The first two overlapping cards, as text; empty if there are none.
QString overlappingCards(const views::GraphScene& scene);

// The first edge that passes through a card other than its ends; empty if there is none.
QString cardPassedByAnEdge(const views::GraphScene& scene);

// Number of crossings between edges without a common end.
int crossings(const views::GraphScene& scene);

// Number of edges that span at least `rows` rows.
int longEdges(const views::GraphScene& scene, int rows);

}  // namespace ng::testing
