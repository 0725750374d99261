// SPDX-License-Identifier: Apache-2.0
// Graphs as plain records, with each op's role taken from the graph as the user wrote it.
#pragma once

#include <string>
#include <unordered_map>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/session/record.h"

namespace ng {

using Roles = std::unordered_map<OpId, std::string>;
using OpsById = std::unordered_map<OpId, NodePtr>;

// "input", "forward", "loss" (a cost and what follows from it), "gradient" (a deriv), "update"
// (effects and what leads from gradients to them).
Roles roles_as_written(const Graph& graph);
OpsById ops_by_id(const Graph& graph);

// A graph after some passes; `roles` and `written` come from the graph before them.
GraphRecordPtr make_graph_record(const Graph& graph, const Roles& roles, const OpsById& written);
GraphRecordPtr make_graph_record(const Graph& graph);

// What one call of a graph after the last pass costs. A fused op costs what its members do, and
// memory is touched by the fused op alone.
struct CallCost {
  std::int64_t flops = 0, bytes = 0;
};
CallCost call_cost(const GraphRecord& graph);

std::vector<AxisRecord> axis_records(const Axes& axes);

}  // namespace ng
