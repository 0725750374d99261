// SPDX-License-Identifier: Apache-2.0
#include "app/window/selection/reloaded_ops.h"

#include <utility>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"

namespace ng::views {

void ReloadedOps::followDocument() {
  const DocumentRecordPtr now = workspace_.documents.document();
  const DocumentRecordPtr before = std::exchange(document_, now);
  if (!before || !now || !before->graph || !now->graph || before->path != now->path) return;
  const SelectionState state = workspace_.selection.state();
  const bool edited = workspace_.editor != nullptr && workspace_.editor->editing();
  if (!edited) follow(*before->graph, *now->graph);
  for (const OpId op : {state.op, state.tensor})
    if (op != 0 && before->graph->find(op) &&
        (edited ? !now->graph->find(op) : op_of_same_name(*before->graph, op, *now->graph) == 0))
      return workspace_.selection.clear();
}

void ReloadedOps::follow(const GraphRecord& before, const GraphRecord& now) {
  const SelectionState state = workspace_.selection.state();
  const OpId op = op_of_same_name(before, state.op, now);
  const OpId tensor = op_of_same_name(before, state.tensor, now);
  if (op != 0 && op != state.op) workspace_.selection.selectOp(op);
  if (tensor != 0 && tensor != workspace_.selection.state().tensor)
    workspace_.selection.selectTensor(tensor);
  moveFaults(before, now);
}

void ReloadedOps::moveFaults(const GraphRecord& before, const GraphRecord& now) {
  Faults& faults = workspace_.faults;
  std::vector<BreakpointRecord> moved;
  for (BreakpointRecord breakpoint : faults.breakpoints()) {
    const OpId op = op_of_same_name(before, breakpoint.op, now);
    if (op == breakpoint.op) continue;
    faults.removeBreakpoint(std::exchange(breakpoint.op, op));
    if (op != 0) moved.push_back(breakpoint);
  }
  for (const BreakpointRecord& breakpoint : moved) faults.setBreakpoint(breakpoint);
  std::vector<WatchRecord> watches = faults.watches();
  bool same = true;
  for (WatchRecord& watch : watches) {
    const OpId op = std::exchange(watch.op, op_of_same_name(before, watch.op, now));
    same = same && op == watch.op;
  }
  std::erase_if(watches, [](const WatchRecord& watch) { return watch.op == 0; });
  if (!same) faults.setWatches(watches);
}

}  // namespace ng::views
