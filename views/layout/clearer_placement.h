// SPDX-License-Identifier: Apache-2.0
// Which of two placements of the same items is shown.
#pragma once

#include "views/layout/pass_layout.h"

namespace ng::views {

// Graphviz's, whose edges are shorter, unless it is so spread out that its cards are much smaller
// than ours in a window that shows all.
bool isClearer(const Placement& graphviz, const Placement& own);

}  // namespace ng::views
