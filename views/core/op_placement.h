// SPDX-License-Identifier: Apache-2.0
// Where the ops of a graph are computed if it is divided among ranks or cut into stages.
#pragma once

#include <string>

#include "engine/records/records.h"

namespace ng::views {

// The divided graph, with the ops of all stages; null: no pass divided it.
const GraphRecord* dividedGraph(const CompilationRecord* compilation);
// The metadata `placement` of its record: "part of N, stage 1"; null: whole on every rank.
const std::string* placementOf(const OpRecord& op);
// The same; of an op before the division, that of the divided one.
const std::string* placementOf(const OpRecord& op, const GraphRecord* divided);

}  // namespace ng::views
