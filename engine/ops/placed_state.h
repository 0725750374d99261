// SPDX-License-Identifier: Apache-2.0
// State that is not whole on every rank. Passes make it: the user's state is whole.
#pragma once

#include "engine/graph/node.h"
#include "engine/runtime/ranks/state_placement.h"

namespace ng {

// A copy of a variable or persistent tensor, with the same id, that is placed among ranks. `local`
// are the axes of a rank's part, or of an owned state the whole axes. Its `placement.whole` is
// taken from `state`.
NodePtr placed_state(const Node& state, const StatePlacement& placement, const Axes& local);

// Where a state op is; whole for those that no pass has placed.
StatePlacement placement_of(const Node& state);

}  // namespace ng
