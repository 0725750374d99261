// SPDX-License-Identifier: Apache-2.0
// Where the ops of each card are computed if the graph is divided among ranks: the metadata
// `placement` of their records.
#pragma once

#include <QStringList>
#include <optional>
#include <vector>

#include "views/graph/scene/scene.h"

namespace ng::views {

// Cards are numbered by the names, which are sorted.
struct CardPlacements {
  std::vector<std::optional<int>> cards;  // nullopt: whole on every rank
  QStringList names;  // "exchange", "part of N", "term of a sum", "part of N, stage 1"
};

// A card of several ops has the placement that most of them have; exchanges count least. Ops before
// the division have the placement of the divided ones, if `compilation` is not null.
CardPlacements cardPlacements(const GraphScene& scene, const GraphRecord& graph,
                              const Grouping& grouping, const CompilationRecord* compilation);

}  // namespace ng::views
