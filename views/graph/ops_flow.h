// SPDX-License-Identifier: Apache-2.0
// What an op depends on, and what depends on it.
#pragma once

#include <unordered_set>

#include "engine/session/record.h"

namespace ng::views {

using OpKeys = std::unordered_set<OpKey>;

enum class Flow { upstream, downstream };

// The ops of `graph` that `from` is computed from, or that are computed from it; `from` among them.
// What assigns to a variable is not upstream of its reads: records have no such edge.
OpKeys opsAlong(const GraphRecord& graph, const OpKeys& from, Flow flow);

}  // namespace ng::views
