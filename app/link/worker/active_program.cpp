// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/active_program.h"

#include <algorithm>

#include "engine/distributed/division.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/pass_record.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"

namespace ng::views {
namespace {

bool assigns(const Op& computation) {
  const std::vector<NodePtr> nodes = ordered_nodes({computation.value()});
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const NodePtr& node) { return node->def->traits.is_effect(); });
}

std::set<std::uint64_t> assignedState(const Document& document) {
  std::set<std::uint64_t> assigned;
  for (const Op& op : document.ops) {
    const Node& node = *op.value().node;
    if (!node.def->traits.is_effect()) continue;
    for (const Value& operand : node.operands) assigned.insert(operand.node->id);
  }
  return assigned;
}

}  // namespace

CompileOptions optionsFor(const PipelineChoice& pipeline, const QString& ranks,
                          const std::shared_ptr<RankStepTimes>& times) {
  CompileOptions options;
  options.passes.disabled = pipeline.disabled;
  if (!ranks.isEmpty()) divide_into_threads(options, read_division(ranks.toStdString()), times);
  for (const std::string& name : pipeline.order) options.pipeline.push_back(find_pass(name));
  return options;
}

void ActiveProgram::index() {
  trains = assigns(node);
  written = assignedState(*planned);
  health = std::make_unique<HealthWatch>(computation);
  planEpochs = run ? run->plan().epochs : 0;
  const auto add = [this](const GraphRecordPtr& graph) {
    if (!graph) return;
    for (const OpRecord& op : graph->ops) ops.emplace(op.id, &op);
  };
  add(compilation->as_written());
  for (const PassRecord& pass : compilation->passes) add(pass.after);
  add(document->graph);
}

const OpRecord* ActiveProgram::find(OpId op) const {
  const auto found = ops.find(op);
  return found == ops.end() ? nullptr : found->second;
}

// Null if the document has no such op or it has no value outside of a loop.
Value ActiveProgram::valueOf(OpId op) const {
  if (!planned) return {};
  for (const Op& each : planned->ops)
    if (each.id() == op && each.value().has_type()) return each.value();
  return {};
}

// False for ops outside the computation that read inputs without a source.
bool ActiveProgram::isFed(const Value& value) const {
  const auto& fed = computation.compilation().parts.parameters;
  const std::vector<NodePtr> reached = ordered_nodes({value});
  return std::all_of(reached.begin(), reached.end(), [&](const NodePtr& node) {
    return node->def->traits.kind != OpKind::placeholder ||
           std::find(fed.begin(), fed.end(), node) != fed.end();
  });
}

bool ActiveProgram::isInLoop(OpId op) const {
  const Value root = node.value();
  if (loop_around(std::span<const Value>(&root, 1), op)) return true;
  for (const PassResult& pass : computation.compilation().passes)
    if (loop_around(roots(pass.after), op)) return true;
  return false;
}

bool ActiveProgram::comesFrom(OpId made, OpId op) const {
  const OpRecord* record = find(made);
  return record &&
         std::find(record->origins.begin(), record->origins.end(), op) != record->origins.end();
}

std::optional<std::size_t> ActiveProgram::computedIn(OpId op) const {
  std::optional<std::size_t> last;
  for (std::size_t at = 0; at < compilation->steps.size(); ++at) {
    for (const OpId each : compilation->steps[at].ops) {
      if (each == op) return at;
      if (comesFrom(each, op)) last = at;
    }
  }
  return last;
}

std::size_t ActiveProgram::stepOf(OpId op) const {
  if (const auto step = computedIn(op)) return *step;
  const GraphRecordPtr written = compilation->as_written();
  const OpRecord* removed = written ? written->find(op) : nullptr;
  if (!removed) return 0;
  std::optional<std::size_t> used, known;
  for (const OpRecord& reader : written->ops) {
    const auto reads = [op](const OperandRecord& operand) { return operand.op == op; };
    if (std::none_of(reader.operands.begin(), reader.operands.end(), reads)) continue;
    const auto step = computedIn(reader.id);
    if (step && (!used || *step < *used)) used = step;
  }
  for (const OperandRecord& operand : removed->operands)
    known = std::max(known, computedIn(operand.op));
  return used.value_or(known.value_or(0));
}

std::int64_t ActiveProgram::epochsBegun() const {
  const std::int64_t batches = run->plan().batches;
  return (run->iteration() + batches - 1) / batches;
}

CompileOptions ActiveProgram::pipelineOptions() const {
  return optionsFor(request.pipeline, request.ranks);
}

Computation ActiveProgram::storing(const std::vector<OpId>& wanted,
                                   std::vector<OpId>& stored) const {
  CompileOptions options = pipelineOptions();
  options.only_watched = true;
  stored.clear();
  for (const OpId op : wanted) {
    if (isInLoop(op)) continue;
    if (const Value value = valueOf(op)) {
      if (!isFed(value)) continue;
      options.watched.push_back(value);
      stored.push_back(op);
    } else if (const OpRecord* record = find(op); record && !record->results.empty()) {
      options.watched_made.push_back(op);
    }
  }
  if (options.watched.empty() && options.watched_made.empty()) return {};
  const Computation made = transformer->add_computation(node, options);
  const std::vector<OpId>& found = made.compilation().kept_made;
  stored.insert(stored.end(), found.begin(), found.end());
  return made;
}

}  // namespace ng::views
