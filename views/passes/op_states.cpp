// SPDX-License-Identifier: Apache-2.0
#include "views/passes/op_states.h"
#include "engine/analysis/axis_facts.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

#include <algorithm>

namespace ng::views {
namespace {

constexpr std::size_t mostNames = 4;

std::string axesText(const OpRecord& op) {
  std::string text;
  for (const ResultRecord& result : op.results) {
    std::string axes;
    for (const AxisRecord& axis : result.axes)
      axes += (axes.empty() ? "" : " · ") + shown_axis_name(axis.name) + " " + length_text(axis);
    text += (text.empty() ? " → " : ", ") + (axes.empty() ? "scalar" : axes);
  }
  return text;
}

std::string textOf(const GraphRecord& graph, const OpRecord& op) {
  std::string operands;
  for (const OperandRecord& operand : op.operands) {
    const OpRecord* from = graph.find(operand.op);
    operands += (operands.empty() ? "" : ", ") + (from ? from->name : "?");
  }
  const std::string kernel =
      op.kernel_name.empty() || op.kernel == op.id ? std::string() : ", in " + op.kernel_name;
  return op.op + "(" + operands + ")" + axesText(op) + kernel;
}

// Text for an op that `graph` no longer contains: removed, or the names of its successors.
std::string goneText(const GraphRecord& graph, OpId gone) {
  std::string names;
  std::size_t count = 0;
  for (const OpRecord& op : graph.ops) {
    if (op.traits.kind == OpKind::kernel ||
        std::find(op.origins.begin(), op.origins.end(), gone) == op.origins.end())
      continue;
    if (++count <= mostNames) names += (names.empty() ? "" : ", ") + op.name;
  }
  if (count > mostNames) names += " and " + std::to_string(count - mostNames) + " more";
  return names.empty() ? "removed" : "removed: now " + names;
}

}  // namespace

std::vector<OpState> states_of(const CompilationRecord& compilation, OpId op) {
  std::vector<OpState> states;
  bool seen = false;
  const auto add = [&](int pass, const std::string& name, const GraphRecordPtr& graph) {
    const OpRecord* here = graph ? graph->find(op) : nullptr;
    seen |= here != nullptr;
    OpState state{pass, name, here ? textOf(*graph, *here) : "not yet", false};
    if (!here && seen) state.text = goneText(*graph, op);
    state.changed = !states.empty() && states.back().text != state.text;
    states.push_back(std::move(state));
  };
  if (compilation.passes.empty()) return states;
  add(-1, "input graph", compilation.as_written());
  for (const PassRecord& pass : compilation.passes)
    add(static_cast<int>(states.size()) - 1, pass.name, pass.after);
  return states;
}

}  // namespace ng::views
