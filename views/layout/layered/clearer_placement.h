// SPDX-License-Identifier: Apache-2.0
// Chooses between two placements of the same items.
#pragma once

#include "views/layout/pass_layout.h"

namespace ng::views {

// Prefers Graphviz's placement, whose edges are shorter, unless it is so wide that cards would be
// much smaller than with our own when the whole graph is fitted into a window.
bool isClearer(const Placement& graphviz, const Placement& own);

}  // namespace ng::views
