// SPDX-License-Identifier: Apache-2.0
// What must not be seen in a picture of a graph.
#pragma once

#include "views/graph/scene.h"

namespace ng::testing {

// The first two cards that overlap, as text; empty when none do.
QString overlappingCards(const views::GraphScene& scene);

// The first edge that passes through a card which is not one of its ends; empty when none does.
QString cardPassedByAnEdge(const views::GraphScene& scene);

// How often edges cross that share no end.
int crossings(const views::GraphScene& scene);

// Edges that pass `rows` rows or more.
int longEdges(const views::GraphScene& scene, int rows);

}  // namespace ng::testing
