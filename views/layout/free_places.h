// SPDX-License-Identifier: Apache-2.0
// Places for ops that exist only between two passes: next to what they read and what reads them,
// where nothing stands that is ever seen together with them.
#pragma once

#include "views/layout/pass_layout.h"

namespace ng::views {

// Adds the items of `flow` that `placement`, whose rows still run downwards, lacks.
void placeTheRest(const FlowGraph& flow, const CardSizes& sizes, Placement& placement);

}  // namespace ng::views
