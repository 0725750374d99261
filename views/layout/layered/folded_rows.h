// SPDX-License-Identifier: Apache-2.0
// Folds a graph that is far longer than wide into columns: its rows run down, then continue at the
// top of the next column, so that the picture fits a window and every group reads from top to
// bottom.
#pragma once

#include "views/layout/pass_layout.h"

namespace ng::views {

// Folds the rows of `placement`, which still run downwards, if that makes names legible. Drops
// curves across a turn, which are then routed. The cost is linear in the number of cards.
void foldLongRows(Placement& placement, const CardSizes& sizes, Direction direction);

}  // namespace ng::views
