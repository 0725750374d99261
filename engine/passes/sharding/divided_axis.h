// SPDX-License-Identifier: Apache-2.0
// Which axis of a graph do ranks divide?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/runtime/ranks/mesh_axis.h"

namespace ng {

// The axis that the metadata `parallel` of an op names; empty: none does.
std::string named_for_division(const Graph& graph);
// The axis of the graph that a mesh axis divides: of inputs, else of state, else of any value;
// without a name that of the metadata `parallel` of an op, else the batch. Empty if there is none.
std::optional<Axis> divided_axis(const Graph& graph, const std::string& name);

// The batch axis, of inputs, else of state, else of any value. Empty if there is none.
std::optional<Axis> batch_axis(const Graph& graph);

}  // namespace ng
