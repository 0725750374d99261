// SPDX-License-Identifier: Apache-2.0
// Finds places for ops that exist only in intermediate passes: next to their operands and readers,
// and free of cards that are ever shown together with them.
#pragma once

#include "views/layout/pass_layout.h"

namespace ng::views {

// Adds the items of `flow` that are missing in `placement`, whose rows still run downwards.
void placeTheRest(const FlowGraph& flow, const CardSizes& sizes, Placement& placement);

}  // namespace ng::views
