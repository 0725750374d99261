// SPDX-License-Identifier: Apache-2.0
// A graph that is far longer than wide is set in columns like a page: its rows run down, then down
// again beside that, so that the picture suits a window and every group reads from top to bottom.
#pragma once

#include "views/layout/pass_layout.h"

namespace ng::views {

// Folds the rows of `placement`, which still run downwards, where that makes names legible. Curves
// across a turn are left to the router. Cost grows with the cards.
void foldLongRows(Placement& placement, const CardSizes& sizes, Direction direction);

}  // namespace ng::views
