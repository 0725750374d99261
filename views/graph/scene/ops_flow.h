// SPDX-License-Identifier: Apache-2.0
// Finds what an op depends on, and what depends on it.
#pragma once

#include <unordered_set>

#include "engine/base/op_id.h"
#include "engine/records/records.h"

namespace ng::views {

using OpIds = std::unordered_set<OpId>;

enum class Flow { upstream, downstream };

// The ops of `graph` that `from` depends on, or that depend on it, including `from`. An assignment
// to a variable is not upstream of the variable's reads, because records have no such edge.
OpIds opsAlong(const GraphRecord& graph, const OpIds& from, Flow flow);

}  // namespace ng::views
