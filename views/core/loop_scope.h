// SPDX-License-Identifier: Apache-2.0
// Ops inside the step of a loop stand in a scope of the loop's name.
#pragma once

#include "engine/session/record.h"

namespace ng::views {

// The loop in whose step `op` stands in `graph`, the outermost; null for all other ops. Such an op
// has a value in every step, and no buffer of its own outside the loop.
const OpRecord* loopAround(const GraphRecord& graph, const OpRecord& op);

}  // namespace ng::views
