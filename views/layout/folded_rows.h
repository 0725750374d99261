// SPDX-License-Identifier: Apache-2.0
// A graph that is far longer than wide is folded like a ribbon: its rows run down, then up beside
// that, and so on, so that edges at the turns stay short and the picture suits a window.
#pragma once

#include "views/layout/pass_layout.h"

namespace ng::views {

// Folds the rows of `placement`, which still run downwards, where that makes names legible. Curves
// across a turn are left to the router. Cost grows with the cards.
void foldLongRows(Placement& placement, const CardSizes& sizes, Direction direction);

}  // namespace ng::views
