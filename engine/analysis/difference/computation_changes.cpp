// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/computation_changes.h"

#include "engine/analysis/op_changes.h"
#include "engine/records/graph_record.h"
#include "engine/records/operand_name.h"

namespace ng {
namespace {

ComputationRecord renumbered(ComputationRecord computation, const OpMatches& ids) {
  for (const auto list : {&ComputationRecord::parameters, &ComputationRecord::results})
    for (OpId& op : computation.*list)
      if (const auto found = ids.find(op); found != ids.end()) op = found->second;
  return computation;
}

std::string names_text(const GraphRecord& graph, const std::vector<OpId>& ops,
                       const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < ops.size(); ++i)
    text += (text.empty() ? "" : ", ") +
            operand_name(graph, {ops[i], i < numbers.size() ? numbers[i] : 0, {}});
  return text;
}

}  // namespace

LoopSteps loop_steps(const DocumentRecord& document, const OpMatches& ids) {
  LoopSteps steps;
  for (const LoopRecord& loop : document.loops) {
    const auto found = ids.find(loop.op);
    steps.emplace(found == ids.end() ? loop.op : found->second, renumbered(loop.step, ids));
  }
  return steps;
}

std::vector<SignatureChange> signature_changes(const GraphRecord& before,
                                               const ComputationRecord& a, const GraphRecord& after,
                                               const ComputationRecord& b) {
  std::vector<SignatureChange> changes;
  if (a.parameters != b.parameters)
    changes.push_back(
        {"parameters", names_text(before, a.parameters, {}), names_text(after, b.parameters, {})});
  const bool numbered =
      a.result_numbers.size() == a.results.size() && b.result_numbers.size() == b.results.size();
  if (a.results != b.results || (numbered && a.result_numbers != b.result_numbers))
    changes.push_back({"results", names_text(before, a.results, a.result_numbers),
                       names_text(after, b.results, b.result_numbers)});
  if (!a.returns.empty() && !b.returns.empty() && a.returns != b.returns)
    changes.push_back({"returns", a.returns, b.returns});
  return changes;
}

void add_computations(const DocumentRecord& first, const DocumentRecord& second,
                      const OpMatches& ids, DocumentDifference& difference) {
  std::map<std::string, std::pair<const ComputationRecord*, const ComputationRecord*>> named;
  for (const ComputationRecord& each : first.computations) named[each.name].first = &each;
  for (const ComputationRecord& each : second.computations) named[each.name].second = &each;
  for (const auto& [name, sides] : named) {
    const auto& [a, b] = sides;
    Change change{ChangeOf::computation, ChangeKind::changed, name, 0, {}, {}, {}, {}};
    if (!a || !b) {
      change.kind = a ? ChangeKind::removed : ChangeKind::added;
      difference.changes.push_back(change);
      continue;
    }
    for (const SignatureChange& each :
         signature_changes(*difference.before, renumbered(*a, ids), *difference.after, *b)) {
      change.what = each.what;
      change.before = each.before;
      change.after = each.after;
      difference.changes.push_back(change);
    }
  }
}

}  // namespace ng
