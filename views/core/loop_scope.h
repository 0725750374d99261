// SPDX-License-Identifier: Apache-2.0
// Ops inside the body of a loop have a scope that starts with the loop's name.
#pragma once

#include "engine/records/records.h"

namespace ng::views {

// The outermost loop in `graph` whose body contains `op`; null for all other ops. A loop-body op
// has one value per step and no buffer of its own outside the loop.
const OpRecord* loopAround(const GraphRecord& graph, const OpRecord& op);

}  // namespace ng::views
