// SPDX-License-Identifier: Apache-2.0
// Merges the layout of new graphs of a document into the picture that is shown already: no card of
// that picture moves, and what the new graphs add finds a place in it. No side effects; any thread.
#pragma once

#include "views/layout/pass_layout.h"

namespace ng::views {

// `made` is the layout of `flow` by itself, `shown` the picture so far, in the same direction.
// Cards of `shown` keep their centres and curves. The new gradients stay together as in `made`, to
// the right of the picture; each other new card gets the free place nearest to its neighbours.
// Returns `made` if the pictures share no card or there are too many cards.
Placement keptLayout(const FlowGraph& flow, const Placement& shown, Placement made);

}  // namespace ng::views
