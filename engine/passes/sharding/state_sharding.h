// SPDX-License-Identifier: Apache-2.0
// Which state is divided among ranks, and along which axis.
#pragma once

#include <vector>

#include "engine/graph/node.h"
#include "engine/runtime/ranks/mesh_axis.h"
#include "engine/runtime/ranks/state_placement.h"

namespace ng {

struct PassOptions;

// The axis of the mesh whose ranks share state: the first with two or more ranks that are no
// stages. Null without one.
const MeshAxis* state_axis(const std::vector<MeshAxis>& mesh);

// Where PassOptions::shard_state places a variable or persistent tensor: of float state the first
// axis that the ranks of state_axis() divide, one that no other mesh axis divides if there is one;
// whole if there is none. Depends on the state alone, so that all computations of a
// transformer agree.
StatePlacement planned_placement(const Node& state, const PassOptions& options);

}  // namespace ng
