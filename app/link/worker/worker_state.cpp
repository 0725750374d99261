// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/worker_state.h"

#include <algorithm>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/pass_record.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"

namespace ng::views {

CompileOptions optionsFor(const PipelineChoice& pipeline, const QString& ranks,
                          const std::shared_ptr<RankStepTimes>& times) {
  CompileOptions options;
  options.passes.disabled = pipeline.disabled;
  if (!ranks.isEmpty()) run_ranks_as_threads(options, mesh_axes(ranks.toStdString()), times);
  for (const std::string& name : pipeline.order) options.pipeline.push_back(find_pass(name));
  return options;
}

CompileOptions WorkerState::pipelineOptions() const {
  return optionsFor(request.pipeline, request.ranks);
}

void WorkerState::clear() {
  run.reset();
  stop.reset();
  state = RunState::idle;
  step = opInStep = 0;
  halfway.reset();
  health.reset();
  programs.clear();
  past.clear();
  computation = {};
  node = {};
  transformer.reset();
  compilation.reset();
  documentRecord.reset();
  document.reset();
  planned.reset();
  carried = {};
  trains = false;
  savedAt.reset();
  opened = compiledOf = {};
  beforeEdits.reset();
  ops.clear();
}

const OpRecord* WorkerState::find(OpKey op) const {
  const auto found = ops.find(op);
  return found == ops.end() ? nullptr : found->second;
}

void WorkerState::indexOps() {
  ops.clear();
  const auto add = [this](const GraphRecordPtr& graph) {
    if (!graph) return;
    for (const OpRecord& op : graph->ops) ops.emplace(op.id, &op);
  };
  add(compilation->as_written());
  for (const PassRecord& pass : compilation->passes) add(pass.after);
  add(documentRecord->graph);
}

// Null if the document has no such op or it has no value outside of a loop.
Value WorkerState::valueOf(OpKey op) const {
  for (const Op& each : document->ops)
    if (each.id() == op && each.value().has_type()) return each.value();
  return {};
}

// False for ops outside the computation that read inputs without a source.
bool WorkerState::isFed(const Value& value) const {
  const auto& fed = computation.compilation().parts.parameters;
  const std::vector<NodePtr> reached = ordered_nodes({value});
  return std::all_of(reached.begin(), reached.end(), [&](const NodePtr& node) {
    return node->def->traits.kind != OpKind::placeholder ||
           std::find(fed.begin(), fed.end(), node) != fed.end();
  });
}

bool WorkerState::isInLoop(OpKey op) const {
  const Value root = node.value();
  if (loop_around(std::span<const Value>(&root, 1), op)) return true;
  for (const PassResult& pass : computation.compilation().passes)
    if (loop_around(roots(pass.after), op)) return true;
  return false;
}

std::set<std::uint64_t> WorkerState::writtenState() const {
  std::set<std::uint64_t> written;
  for (const Op& op : document->ops) {
    const Node& node = *op.value().node;
    if (!node.def->traits.is_effect()) continue;
    for (const Value& operand : node.operands) written.insert(operand.node->id);
  }
  return written;
}

std::int64_t WorkerState::epochsBegun() const {
  const std::int64_t batches = run->plan().batches;
  return (run->iteration() + batches - 1) / batches;
}

std::int64_t WorkerState::trained() const {
  return (run && trains ? run->iteration() : 0) + carried.trained();
}

bool WorkerState::assigns() const {
  const std::vector<NodePtr> nodes = ordered_nodes({node.value()});
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const NodePtr& node) { return node->def->traits.is_effect(); });
}

StateCopy WorkerState::wholeState() const {
  const KeptState* last = run ? kept.after(run->iteration()) : nullptr;
  return last ? copyState(*last) : copyState(*transformer);
}

// A computation that only computes and stores `ops`. `stored` receives its order: the user's ops,
// then ops created by passes. Skips ops in loops; returns null if no op remains.
Computation WorkerState::storing(const std::vector<OpKey>& wanted,
                                 std::vector<OpKey>& stored) const {
  CompileOptions options = pipelineOptions();
  options.only_watched = true;
  stored.clear();
  for (const OpKey op : wanted) {
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

bool WorkerState::comesFrom(OpKey made, OpKey op) const {
  const OpRecord* record = find(made);
  return record &&
         std::find(record->origins.begin(), record->origins.end(), op) != record->origins.end();
}

// The program step after which the op's value, or its replacement's, is available; the first step
// for an op that no step computes.
std::size_t WorkerState::stepOf(OpKey op) const {
  std::size_t last = 0;
  for (std::size_t at = 0; at < compilation->steps.size(); ++at) {
    for (const OpKey each : compilation->steps[at].ops) {
      if (each == op) return at;
      if (comesFrom(each, op)) last = at;
    }
  }
  return last;
}

// Whether the op's value is available at the current step of the iteration.
bool WorkerState::isDone(OpKey op) const {
  const std::size_t at = stepOf(op);
  if (at != step || opInStep == 0) return at < step;
  const std::vector<OpKey>& inStep = compilation->steps[at].ops;
  for (std::size_t i = inStep.size(); i-- > 0;)
    if (inStep[i] == op || comesFrom(inStep[i], op)) return i < opInStep;
  return false;
}

RunStatus WorkerState::status() const {
  RunStatus status;
  status.state = state;
  status.iteration = shown;
  status.trained = trained();
  status.trainedSaved = savedAt == status.trained;
  status.step = static_cast<int>(step);
  if (!run) return status;
  const BoundPlan& plan = run->plan();
  status.lastIteration = run->iteration();
  if (documentRecord && documentRecord->plan) status.totalIterations = run->total();
  status.epochs = static_cast<int>(plan.epochs);
  status.batches = static_cast<int>(plan.batches);
  if (status.batches > 0) status.epoch = static_cast<int>(shown / status.batches);
  status.within = within();
  status.looksBack = halfway.has_value() || shown < status.lastIteration;
  status.microsecondsPerStep = run->microseconds_per_call();
  status.trains = trains;
  return status;
}

bool WorkerState::beforeFirst() const {
  return !within() && (!run || run->iteration() == 0);
}

// The shown iteration if its preceding state is kept, else the next one.
std::int64_t WorkerState::queriedIteration(std::int64_t wanted) const {
  const bool hasState = wanted > 0 && kept.after(wanted - 1) != nullptr;
  return std::min(hasState ? wanted : run->iteration() + 1, run->total());
}

}  // namespace ng::views
