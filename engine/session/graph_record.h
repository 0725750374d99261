// SPDX-License-Identifier: Apache-2.0
// Graphs as plain records, with each op's role taken from the graph as the user wrote it.
#pragma once

#include <string_view>
#include <unordered_map>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/session/record.h"

namespace ng {

// An op as the user wrote it. Its role: "input", "forward", "loss" (a cost and what follows from
// it), "gradient" (a deriv), "update" (effects and what leads from gradients to them).
struct WrittenOp {
  NodePtr node;
  std::string_view role;
};
using WrittenOps = std::unordered_map<OpId, WrittenOp>;
WrittenOps written_ops(const Graph& graph);

// A graph after some passes; `written` comes from the graph before them.
GraphRecordPtr make_graph_record(const Graph& graph, const WrittenOps& written);
GraphRecordPtr make_graph_record(const Graph& graph);

// What one call of a graph after the last pass costs. A fused op costs what its members do, and
// memory is touched by the fused op alone.
struct CallCost {
  std::int64_t flops = 0, bytes = 0;
};
CallCost call_cost(const GraphRecord& graph);

std::vector<AxisRecord> axis_records(const Axes& axes);

}  // namespace ng
