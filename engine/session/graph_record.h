// SPDX-License-Identifier: Apache-2.0
// Graphs as plain records, with each op's role taken from the graph as the user wrote it.
#pragma once

#include <memory>

#include "engine/graph/graph.h"
#include "engine/session/record.h"

namespace ng {

// Records the graphs of one compilation, pass after pass. An op that stands as it did in the last
// graph that had it shares its record. The graphs must outlive the recorder.
class GraphRecorder {
 public:
  explicit GraphRecorder(const Graph& written);  // as the user wrote it: roles come from there
  ~GraphRecorder();
  GraphRecordPtr record(const Graph& graph);

 private:
  friend GraphRecordPtr make_graph_record(const Graph& graph);
  struct State;
  std::unique_ptr<State> state_;
};

// A graph alone, as written (for documents) or at any step.
GraphRecordPtr make_graph_record(const Graph& graph);

// What one call of a graph after the last pass costs. A fused op costs what its members do, and
// memory is touched by the fused op alone.
struct CallCost {
  std::int64_t flops = 0, bytes = 0;
};
CallCost call_cost(const GraphRecord& graph);

std::vector<AxisRecord> axis_records(const Axes& axes);

}  // namespace ng
