// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/document_difference.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/analysis/compilation_changes.h"
#include "engine/analysis/difference/axis_names.h"
#include "engine/analysis/difference/axis_roles.h"
#include "engine/analysis/difference/computation_changes.h"
#include "engine/analysis/difference/plan_changes.h"
#include "engine/analysis/difference/value_changes.h"
#include "engine/analysis/op_changes.h"
#include "engine/base/counted.h"
#include "engine/base/transposed.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/operand_name.h"
#include "engine/records/pass_record.h"
#include "engine/records/plan_record.h"

namespace ng {
namespace {

// New ids of the ops of `graph`: those of matched ops, else ids that `other` does not have.
OpMatches new_ids(const GraphRecord& graph, const GraphRecord& other, const OpMatches& matches) {
  OpMatches ids = matches;
  std::set<OpId> used;
  for (const OpRecord& op : graph.ops) {
    if (ids.contains(op.id)) continue;
    OpId id = op.id;
    while (id == 0 || other.find(id) || used.contains(id))
      id = id * 6364136223846793005u + 1442695040888963407u;
    used.insert(id);
    ids.emplace(op.id, id);
  }
  return ids;
}

GraphRecordPtr renumbered(const GraphRecord& graph, const OpMatches& ids) {
  const auto id_of = [&](OpId op) {
    const auto found = ids.find(op);
    return found == ids.end() ? op : found->second;
  };
  auto made = std::make_shared<GraphRecord>();
  for (const OpRecord& op : graph.ops) {
    OpRecord copy = op;
    copy.id = id_of(op.id);
    for (OperandRecord& operand : copy.operands) operand.op = id_of(operand.op);
    for (OpId& origin : copy.origins) origin = id_of(origin);
    if (copy.kernel != 0) copy.kernel = id_of(copy.kernel);
    made->ops.push_back(std::move(copy));
  }
  for (const OpId op : graph.results) made->results.push_back(id_of(op));
  return made;
}

AttributeTensors renumbered(const AttributeTensors& tensors, const OpMatches& ids) {
  AttributeTensors made;
  for (const auto& [place, tensor] : tensors)
    if (const auto found = ids.find(place.first); found != ids.end())
      made.emplace(std::pair(found->second, place.second), tensor);
  return made;
}

void add_lonely(ChangeKind kind, const OpRecord& op, DocumentDifference& difference) {
  Change change{ChangeOf::op, kind, op.name, op.id, {}, {}, {}, {}};
  change.scope = op.scope;
  difference.changes.push_back(std::move(change));
  (kind == ChangeKind::added ? difference.added : difference.removed).push_back(op.id);
}

void add_ops(const OpMatches& matches, const LoopSteps& steps_before, const LoopSteps& steps_after,
             const AxisRenames& axes, DocumentDifference& difference) {
  std::unordered_set<OpId> matched;
  for (const auto& [a, b] : matches) matched.insert(b);
  for (const OpRecord& op : difference.before->ops)
    if (!matched.contains(op.id)) add_lonely(ChangeKind::removed, op, difference);
  for (const OpRecord& op : difference.after->ops)
    if (!matched.contains(op.id)) add_lonely(ChangeKind::added, op, difference);
  OpChanges changes({*difference.before, difference.tensors_before, steps_before},
                    {*difference.after, difference.tensors_after, steps_after}, axes, difference);
  for (const OpRecord& op : difference.after->ops)
    if (matched.contains(op.id) && changes.add(*difference.before->find(op.id), op))
      difference.changed.push_back(op.id);
  for (const auto& [a, b] : axes) difference.renamed.push_back({RenameOf::axis, a, b, 0});
}

// Results and parameters of computations of one name, by their places; also of the only
// computation, under any name.
std::vector<std::pair<OpId, OpId>> same_places(const DocumentRecord& first,
                                               const DocumentRecord& second) {
  std::vector<std::pair<OpId, OpId>> same;
  const bool only = first.computations.size() == 1 && second.computations.size() == 1;
  for (const ComputationRecord& a : first.computations)
    for (const ComputationRecord& b : second.computations)
      if (only || a.name == b.name)
        for (const auto list : {&ComputationRecord::results, &ComputationRecord::parameters})
          for (std::size_t i = 0; (a.*list).size() == (b.*list).size() && i < (a.*list).size(); ++i)
            same.emplace_back((a.*list)[i], (b.*list)[i]);
  return same;
}

OpMatches matches_of(const ComparedDocument& first, const ComparedDocument& second) {
  const DocumentRecord &a = *first.document, &b = *second.document;
  const std::vector<LoopRecord> unknown;  // in a file of an earlier release
  const bool known = a.loops.empty() == b.loops.empty();
  return match_graphs({*a.graph, first.tensors, known ? a.loops : unknown},
                      {*b.graph, second.tensors, known ? b.loops : unknown}, same_places(a, b));
}

Facts facts_of(const ComparedDocument& of) {
  Facts facts{{"made by", of.document->made_by},
              {"ops", std::to_string(of.document->graph->ops.size())},
              {"parameters", std::to_string(of.document->parameters)}};
  if (of.document->plan)
    for (const PlanLengthRecord& each : of.document->plan->lengths)
      facts.emplace_back("length " + each.name, std::to_string(each.length));
  if (of.compilation) {
    facts.emplace_back("transformer", of.compilation->transformer);
    facts.emplace_back("kernels", std::to_string(of.compilation->kernels.size()));
  }
  facts.insert(facts.end(), of.machine.begin(), of.machine.end());
  return facts;
}

// In the order of the first, then those that only the second has.
std::vector<ComparedFact> compared_facts(const Facts& first, const Facts& second) {
  std::vector<ComparedFact> facts;
  const auto value = [](const Facts& all, const std::string& what) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.first == what; });
    return found == all.end() ? std::string() : found->second;
  };
  for (const auto& [what, text] : first)
    facts.push_back({what, text_or_dash(text), text_or_dash(value(second, what))});
  for (const auto& [what, text] : second)
    if (value(first, what).empty() && !text.empty())
      if (std::none_of(first.begin(), first.end(), [&](const auto& f) { return f.first == what; }))
        facts.push_back({what, text_or_dash(""), text});
  std::erase_if(facts, [](const ComparedFact& fact) {
    return fact.before == text_or_dash("") && fact.after == text_or_dash("");
  });
  return facts;
}

// The first `depth` parts of a scope.
std::string outer_scope(const std::string& scope, std::size_t depth) {
  std::size_t end = 0;
  for (; depth > 0 && end != scope.npos; --depth) end = scope.find('/', end + (end > 0 ? 1 : 0));
  return scope.substr(0, end);
}

void add_time(std::optional<double>& sum, const std::optional<double>& time) {
  if (time) sum = sum.value_or(0) + *time;
}

std::vector<BlockDifference> blocks_at(const DocumentDifference& difference, std::size_t depth) {
  std::vector<BlockDifference> blocks;
  std::unordered_map<std::string, std::size_t> rows;
  const auto block_of = [&](const std::string& scope) -> BlockDifference& {
    const auto [at, fresh] = rows.emplace(outer_scope(scope, depth), blocks.size());
    if (fresh) blocks.push_back({at->first});
    return blocks[at->second];
  };
  OpId last = 0;  // an op can have several changes
  for (const Change& change : difference.changes) {
    if (change.of != ChangeOf::op && change.of != ChangeOf::value) continue;
    BlockDifference& block = block_of(change.scope);
    if (change.of == ChangeOf::value) ++block.values;
    if (change.kind == ChangeKind::added) ++block.added;
    if (change.kind == ChangeKind::removed) ++block.removed;
    if (change.of == ChangeOf::value || change.kind != ChangeKind::changed) continue;
    if (change.elements)
      ++block.weights;
    else if (change.op != last)
      ++block.changed, last = change.op;
  }
  for (const OpTimes& times : difference.times) {
    BlockDifference& block = block_of(times.scope);
    add_time(block.before, times.before);
    add_time(block.after, times.after);
  }
  return blocks;
}

std::string op_line(const GraphRecord& graph, const OpRecord& op) {
  std::string line = op.name + " = " + op.op + "(";
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    line += (i ? ", " : "") + operand_name(graph, op.operands[i]);
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

// In graph order.
std::vector<OpId> changed_or_differing(const DocumentDifference& difference) {
  std::unordered_set<OpId> ops(difference.changed.begin(), difference.changed.end());
  ops.insert(difference.differing_values.begin(), difference.differing_values.end());
  std::vector<OpId> ordered;
  for (const OpRecord& op : difference.after->ops)
    if (ops.contains(op.id)) ordered.push_back(op.id);
  return ordered;
}

// "op w, axes: (N 4) -> (N 8)", "kernel k0 is added".
std::string rule_of(const Change& change) {
  if (change.of == ChangeOf::value) return "value of " + change.name + " differs";
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
  const OpMatches matches = matches_of(first, second);
  const OpMatches ids = new_ids(a, b, matches);
  difference.matched = matches.size();
  difference.before = renumbered(a, ids);
  difference.after = second.document->graph;
  difference.facts = compared_facts(facts_of(first), facts_of(second));
  difference.tensors_before = renumbered(first.tensors, ids);
  difference.tensors_after = second.tensors;
  const AxisRenames axes = axis_renames(a, b, matches);
  add_ops(matches, loop_steps(*first.document, ids), loop_steps(*second.document, {}), axes,
          difference);
  add_axis_roles(first, second, axes, difference);
  add_values(first, second, matches, axes, difference);
  add_computations(*first.document, *second.document, ids, difference);
  add_plan(*first.document, *second.document, difference);
  if (first.compilation && second.compilation)
    add_compilations(*first.compilation, *second.compilation, ids, difference);
  return difference;
}

std::optional<ComparedTensors> compared_tensors(const DocumentDifference& difference,
                                                const Change& change) {
  const auto before = difference.tensors_before.find({change.op, change.what});
  const auto after = difference.tensors_after.find({change.op, change.what});
  if (!change.elements || before == difference.tensors_before.end() ||
      after == difference.tensors_after.end())
    return std::nullopt;
  return ComparedTensors{transposed(*before->second, change.order), *after->second};
}

std::vector<BlockDifference> blocks_of(const DocumentDifference& difference, std::size_t most) {
  std::vector<BlockDifference> blocks = blocks_at(difference, 1);
  for (std::size_t depth = 2; depth < 8; ++depth) {
    std::vector<BlockDifference> finer = blocks_at(difference, depth);
    if (finer.size() > most) break;
    blocks = std::move(finer);
  }
  return blocks;
}

std::string summary(const DocumentDifference& difference) {
  std::size_t others = 0, weights = 0, transposed = 0;
  for (const Change& change : difference.changes) {
    if (change.of == ChangeOf::value) continue;
    others += change.of != ChangeOf::op ? 1 : 0;
    weights += change.elements && change.elements->differing() > 0 ? 1 : 0;
    transposed += change.order.empty() ? 0 : 1;
  }
  const auto tensors = [](std::size_t count) {
    return std::to_string(count) + (count == 1 ? " tensor" : " tensors");
  };
  std::string text = counted(difference.matched, "op") +
                     (difference.matched == 1 ? " matches, " : " match, ") +
                     std::to_string(difference.added.size()) + " added, " +
                     std::to_string(difference.removed.size()) + " removed, " +
                     std::to_string(difference.changed.size()) + " changed; " +
                     counted(others, "other difference");
  if (weights > 0) text += "; elements of " + tensors(weights) + " differ";
  if (transposed > 0) text += "; " + tensors(transposed) + " transposed";
  if (difference.values > 0)
    text += "; " + std::to_string(difference.differing_values.size()) + " of " +
            std::to_string(difference.values) + " values differ, " +
            std::to_string(difference.rounded_values) + " by rounding only";
  if (!difference.renamed.empty())
    text += "; " + std::to_string(difference.renamed.size()) + " renamed";
  return text;
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
  pass.reason = "ops match by structure, elements and names";
  pass.required = true;
  pass.before = difference.before;
  pass.after = difference.after;
  pass.added = difference.added;
  pass.removed = difference.removed;
  pass.modified = changed_or_differing(difference);
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
