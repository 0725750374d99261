// SPDX-License-Identifier: Apache-2.0
#include "engine/records/graph_changes.h"

#include <algorithm>
#include <utility>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

bool same_op(const OpRecord& a, const OpRecord& b) {
  return a.op == b.op && a.attributes == b.attributes &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                    [](const OperandRecord& x, const OperandRecord& y) {
                      return x.op == y.op && x.result == y.result;
                    });
}

}  // namespace

GraphChanges graph_changes(const GraphRecord& from, const GraphRecord& to) {
  GraphChanges changes;
  for (const OpRecord& op : to.ops) {
    const OpRecord* before = from.find(op.id);
    if (!before)
      changes.added.push_back(op.id);
    else if (before != &op && !same_op(*before, op))
      changes.modified.push_back(op.id);
  }
  for (const OpRecord& op : from.ops)
    if (!to.find(op.id)) changes.removed.push_back(op.id);
  return changes;
}

Stage stage_of(const CompilationRecord& record, int index) {
  if (record.passes.empty()) return {};
  if (index < 0) return {"input graph", record.as_written(), record.passes.front().text_before};
  const int last = static_cast<int>(record.passes.size()) - 1;
  const PassRecord& pass = record.passes[static_cast<std::size_t>(std::min(index, last))];
  Stage stage{pass.name, pass.after, record.passes.front().text_before};
  for (const PassRecord& each : record.passes) {  // program passes print programs
    if (each.phase == PassPhase::graph) stage.text = each.text_after;
    if (&each == &pass) break;
  }
  return stage;
}

PassRecord joined_passes(const CompilationRecord& record, int from, int to) {
  const Stage a = stage_of(record, from), b = stage_of(record, to);
  PassRecord joined;
  joined.name = a.name + " → " + b.name;
  joined.sentence = "combined changes of all passes between the two graphs";
  joined.phase = PassPhase::graph;
  joined.before = a.graph;
  joined.after = b.graph;
  joined.text_before = a.text;
  joined.text_after = b.text;
  if (!a.graph || !b.graph) return joined;
  GraphChanges changes;
  const bool one = to == from + 1 && to < static_cast<int>(record.passes.size());
  const PassRecord* pass = one ? &record.passes[static_cast<std::size_t>(to)] : nullptr;
  if (pass) joined.sentence = pass->sentence;
  // Its own record may know more: types of ops in a comparison of documents.
  if (pass && pass->before == a.graph && pass->after == b.graph)
    changes = {pass->added, pass->removed, pass->modified};
  else
    changes = graph_changes(*a.graph, *b.graph);
  joined.added = std::move(changes.added);
  joined.removed = std::move(changes.removed);
  joined.modified = std::move(changes.modified);
  joined.changed = !joined.added.empty() || !joined.removed.empty() || !joined.modified.empty();
  const auto [first, last] = std::minmax(from, to);
  for (int i = first + 1; i <= last && i < static_cast<int>(record.passes.size()); ++i)
    joined.microseconds += record.passes[static_cast<std::size_t>(i)].microseconds;
  return joined;
}

}  // namespace ng
