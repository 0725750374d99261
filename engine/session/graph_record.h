// SPDX-License-Identifier: Apache-2.0
// Converts graphs to plain records; the role of each op comes from the graph as written.
#pragma once

#include <memory>

#include "engine/graph/graph.h"
#include "engine/passes/pass.h"
#include "engine/records/axis_record.h"
#include "engine/records/op_cost.h"
#include "engine/records/records.h"

namespace ng {

// Records the graphs of one compilation, pass after pass. An op that is unchanged since the last
// recorded graph shares its record. The graphs must outlive the recorder.
class GraphRecorder {
 public:
  explicit GraphRecorder(const Graph& written);  // as written by the user: source of the roles
  ~GraphRecorder();
  GraphRecordPtr record(const Graph& graph);
  // Where the ops of the graphs recorded from now on are on several ranks (PassResult::placements):
  // the metadata `placement` of their records.
  void place(const OpPlacements& placements);

 private:
  friend GraphRecordPtr make_graph_record(const Graph& graph);
  struct State;
  std::unique_ptr<State> state_;
};

// Records a single graph, as written (for documents) or after any pass.
GraphRecordPtr make_graph_record(const Graph& graph);

// Cost of one call of a graph after the last pass. A fused op costs the FLOP of its members, and
// only the memory traffic of the fused op itself; a loop costs all its steps.
OpCost call_cost(const Graph& graph);

std::vector<AxisRecord> axis_records(const Axes& axes);

}  // namespace ng
