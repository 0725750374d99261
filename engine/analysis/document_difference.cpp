// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/document_difference.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "engine/analysis/compilation_changes.h"
#include "engine/analysis/match_graphs.h"
#include "engine/analysis/op_changes.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/pass_record.h"
#include "engine/records/plan_record.h"

namespace ng {
namespace {

// New ids of the ops of `graph`: those of matched ops, else ids that `other` does not have.
OpMatches new_ids(const GraphRecord& graph, const GraphRecord& other, const OpMatches& matches) {
  OpMatches ids = matches;
  std::set<OpKey> used;
  for (const OpRecord& op : graph.ops) {
    if (ids.contains(op.id)) continue;
    OpKey id = op.id;
    while (id == 0 || other.find(id) || used.contains(id))
      id = id * 6364136223846793005u + 1442695040888963407u;
    used.insert(id);
    ids.emplace(op.id, id);
  }
  return ids;
}

GraphRecordPtr renumbered(const GraphRecord& graph, const OpMatches& ids) {
  const auto id_of = [&](OpKey op) {
    const auto found = ids.find(op);
    return found == ids.end() ? op : found->second;
  };
  auto made = std::make_shared<GraphRecord>();
  for (const OpRecord& op : graph.ops) {
    OpRecord copy = op;
    copy.id = id_of(op.id);
    for (OperandRecord& operand : copy.operands) operand.op = id_of(operand.op);
    for (OpKey& origin : copy.origins) origin = id_of(origin);
    if (copy.kernel != 0) copy.kernel = id_of(copy.kernel);
    made->ops.push_back(std::move(copy));
  }
  for (const OpKey op : graph.results) made->results.push_back(id_of(op));
  return made;
}

AttributeTensors renumbered(const AttributeTensors& tensors, const OpMatches& ids) {
  AttributeTensors made;
  for (const auto& [place, tensor] : tensors)
    if (const auto found = ids.find(place.first); found != ids.end())
      made.emplace(std::pair(found->second, place.second), tensor);
  return made;
}

std::string names_text(const GraphRecord& graph, const std::vector<OpKey>& ops) {
  std::string text;
  for (const OpKey op : ops) text += (text.empty() ? "" : ", ") + name_in(graph, {op, 0, {}});
  return text;
}

void add_computations(const ComparedDocument& first, const ComparedDocument& second,
                      const OpMatches& ids, DocumentDifference& difference) {
  std::map<std::string, std::pair<const ComputationRecord*, const ComputationRecord*>> named;
  for (const ComputationRecord& each : first.document->computations) named[each.name].first = &each;
  for (const ComputationRecord& each : second.document->computations)
    named[each.name].second = &each;
  for (const auto& [name, sides] : named) {
    const auto& [a, b] = sides;
    Change change{ChangeOf::computation, ChangeKind::changed, name, 0, {}, {}, {}, {}};
    if (!a || !b) {
      change.kind = a ? ChangeKind::removed : ChangeKind::added;
      difference.changes.push_back(change);
      continue;
    }
    for (const auto list : {&ComputationRecord::parameters, &ComputationRecord::results}) {
      std::vector<OpKey> mapped;
      for (const OpKey op : a->*list) mapped.push_back(ids.contains(op) ? ids.at(op) : op);
      if (mapped == b->*list) continue;
      change.what = list == &ComputationRecord::parameters ? "parameters" : "results";
      change.before = names_text(*difference.before, mapped);
      change.after = names_text(*difference.after, b->*list);
      difference.changes.push_back(change);
    }
  }
}

std::map<std::string, std::string> plan_fields(const DocumentRecord& document) {
  std::map<std::string, std::string> fields;
  if (!document.plan) return fields;
  const PlanRecord& plan = *document.plan;
  fields["computation"] = plan.computation;
  if (plan.evaluations.empty()) fields["evaluation"] = plan.evaluation;
  for (const PlanEvaluationRecord& each : plan.evaluations)
    fields["evaluation " + each.name] =
        each.computation + ", " +
        (each.batches == 0 ? "all data" : std::to_string(each.batches) + " batches");
  for (const PlanCallbackRecord& each : plan.callbacks)
    fields["callback " + std::string(name(each.kind)) + (each.file.empty() ? "" : " ") +
           each.file] = "every " + std::to_string(each.every) + " epochs";
  for (const std::string& series : plan.plots)
    fields["plots"] += (fields["plots"].empty() ? "" : ", ") + series;
  fields["epochs"] = std::to_string(plan.epochs);
  fields["batches"] = std::to_string(plan.batches);
  if (plan.batch_size) fields["batch size"] = std::to_string(*plan.batch_size);
  fields["data"] = plan.data_source;
  for (const PlanGivenRecord& given : plan.given)
    if (!given.assumed) fields["source of " + given.placeholder] = given.source;
  return fields;
}

void add_plan(const DocumentRecord& first, const DocumentRecord& second,
              std::vector<Change>& changes) {
  std::map<std::string, std::pair<std::string, std::string>> fields;
  for (const auto& [key, value] : plan_fields(first)) fields[key].first = value;
  for (const auto& [key, value] : plan_fields(second)) fields[key].second = value;
  for (const auto& [key, value] : fields) {
    const auto& [before, after] = value;
    if (before != after)
      changes.push_back({ChangeOf::plan,
                         ChangeKind::changed,
                         "run plan",
                         0,
                         key,
                         text_or_dash(before),
                         text_or_dash(after),
                         {}});
  }
}

void add_ops(const OpMatches& matches, const AttributeTensors& before,
             const AttributeTensors& after, DocumentDifference& difference) {
  std::set<OpKey> matched;
  for (const auto& [a, b] : matches) matched.insert(b);
  const auto lonely = [&](ChangeKind kind, const OpRecord& op) {
    difference.changes.push_back({ChangeOf::op, kind, op.name, op.id, {}, {}, {}, {}});
  };
  for (const OpRecord& op : difference.before->ops) {
    if (matched.contains(op.id)) continue;
    difference.removed.push_back(op.id);
    lonely(ChangeKind::removed, op);
  }
  for (const OpRecord& op : difference.after->ops) {
    if (matched.contains(op.id)) continue;
    difference.added.push_back(op.id);
    lonely(ChangeKind::added, op);
  }
  OpChanges changes({*difference.before, before}, {*difference.after, after}, difference.changes);
  for (const OpRecord& op : difference.after->ops)
    if (matched.contains(op.id) && changes.add(*difference.before->find(op.id), op))
      difference.changed.push_back(op.id);
}

std::string op_line(const GraphRecord& graph, const OpRecord& op) {
  std::string line = op.name + " = " + op.op + "(";
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    line += (i ? ", " : "") + name_in(graph, op.operands[i]);
  for (const auto& [key, value] : op.attributes)
    line += (line.ends_with("(") ? "" : ", ") + key + "=" + value;
  line += ")";
  for (const ResultRecord& result : op.results)
    line += " : " + std::string(name(result.dtype)) + " " + axes_text(result);
  return line + "\n";
}

LazyText text_of(const GraphRecordPtr& graph) {
  return LazyText(std::function<std::string()>([graph] {
    std::string text;
    for (const OpRecord& op : graph->ops) text += op_line(*graph, op);
    return text;
  }));
}

// "op w, axes: (N 4) -> (N 8)", "kernel k0 is added".
std::string rule_of(const Change& change) {
  const std::string subject = std::string(name(change.of)) + " " + change.name;
  if (change.what.empty()) return subject + " is " + std::string(name(change.kind));
  return subject + ", " + change.what + ": " + change.before + " -> " + change.after;
}

}  // namespace

DocumentDifference document_difference(const ComparedDocument& first,
                                       const ComparedDocument& second) {
  DocumentDifference difference;
  difference.first = first.document->path;
  difference.second = second.document->path;
  const GraphRecord &a = *first.document->graph, &b = *second.document->graph;
  const OpMatches matches = match_graphs(a, b);
  const OpMatches ids = new_ids(a, b, matches);
  difference.matched = matches.size();
  difference.before = renumbered(a, ids);
  difference.after = second.document->graph;
  add_ops(matches, renumbered(first.tensors, ids), second.tensors, difference);
  add_computations(first, second, ids, difference);
  add_plan(*first.document, *second.document, difference.changes);
  if (first.compilation && second.compilation)
    for (Change& change : compilation_changes(*first.compilation, *second.compilation, ids))
      difference.changes.push_back(std::move(change));
  return difference;
}

std::string summary(const DocumentDifference& difference) {
  const auto others = std::count_if(difference.changes.begin(), difference.changes.end(),
                                    [](const Change& change) { return change.of != ChangeOf::op; });
  return std::to_string(difference.matched) + " ops match, " +
         std::to_string(difference.added.size()) + " added, " +
         std::to_string(difference.removed.size()) + " removed, " +
         std::to_string(difference.changed.size()) + " changed; " + std::to_string(others) +
         " other differences";
}

std::string title(const DocumentDifference& difference) {
  const std::filesystem::path first = difference.first, second = difference.second;
  if (first.filename() == second.filename()) return difference.first + " -> " + difference.second;
  return first.filename().string() + " -> " + second.filename().string();
}

PassRecord pass_of(const DocumentDifference& difference) {
  PassRecord pass;
  pass.name = "differences";
  pass.sentence = title(difference);
  pass.reason = "ops match by name, then by structure";
  pass.required = true;
  pass.before = difference.before;
  pass.after = difference.after;
  pass.added = difference.added;
  pass.removed = difference.removed;
  pass.modified = difference.changed;
  pass.changed = !pass.added.empty() || !pass.removed.empty() || !pass.modified.empty();
  for (const Change& change : difference.changes) {
    RewriteRecord rewrite;
    rewrite.rule = rule_of(change);
    if (change.op != 0 && change.kind != ChangeKind::added) rewrite.removed = {change.op};
    if (change.op != 0 && change.kind != ChangeKind::removed) rewrite.added = {change.op};
    pass.rewrites.push_back(std::move(rewrite));
  }
  pass.text_before = text_of(difference.before);
  pass.text_after = text_of(difference.after);
  return pass;
}

}  // namespace ng
