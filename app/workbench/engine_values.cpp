// SPDX-License-Identifier: Apache-2.0
// The worker's values: those of the iteration that is shown. State is at hand; results and whatever
// fusion swallowed are computed again from the state before that iteration.
#include <algorithm>

#include "app/workbench/engine_worker.h"
#include "engine/graph/graph.h"

namespace ng::views {

void EngineWorker::indexOps() {
  ops_.clear();
  const auto add = [this](const GraphRecordPtr& graph) {
    if (!graph) return;
    for (const OpRecord& op : graph->ops) ops_.emplace(op.id, &op);
  };
  add(compilationRecord_->as_written());
  for (const PassRecord& pass : compilationRecord_->passes) add(pass.after);
  add(documentRecord_->graph);
}

// The user's ops, and those that passes made: the earliest graph that has the op says what it is.
Value EngineWorker::findValue(OpKey op) const {
  const auto usable = [op](const NodePtr& node) {
    return node->id == op && Value{node, 0}.has_type();
  };
  const Value root = node_.value();
  if (loop_around(std::span<const Value>(&root, 1), op)) return {};  // one in every step
  for (const Op& each : document_->ops) {
    if (usable(each.value().node)) return each.value();
  }
  for (const PassResult& pass : computation_.compilation().passes) {
    for (const Graph* graph : {&pass.before, &pass.after}) {
      for (const NodePtr& node : ordered_nodes(*graph)) {
        if (usable(node)) return {node, 0};
      }
    }
  }
  return {};
}

// Compiles the program that stores what is watched now and is neither state nor a result.
void EngineWorker::chooseWatching() {
  if (!control_.takeWatched(watchGeneration_, watched_)) return;
  CompileOptions options = pipelineOptions();
  std::vector<OpKey> stored;
  const std::vector<Op> results = computation_.results();
  for (const OpKey op : watched_) {
    const bool returned = std::any_of(results.begin(), results.end(),
                                      [op](const Op& each) { return each && each.id() == op; });
    if (returned || transformer_->state().find(op)) continue;
    const Value value = findValue(op);
    if (!value) continue;
    options.watched.push_back(value);
    stored.push_back(op);
  }
  if (stored == stored_) return;
  watching_ = {};
  stored_.clear();
  if (stored.empty()) return;
  watching_ = transformer_->add_computation(node_, options);
  stored_ = std::move(stored);
}

void EngineWorker::addValue(ValuesOfCall& values, OpKey op, const Tensor& value,
                            std::int64_t iteration) const {
  const auto found = ops_.find(op);
  if (found == ops_.end() || found->second->results.empty()) return;
  const OpRecord& record = *found->second;
  values[op] = {op, record.name, record.results[0].axes, value, iteration};
}

// What is watched, and what is returned. The state before that iteration must be kept; the state is
// the one after it when this returns.
EngineWorker::Call EngineWorker::callAgain(std::int64_t iteration,
                                           const Computation& computation) {
  Call call{iteration, {}, {}};
  setState(*transformer_, *kept_.after(iteration - 1));
  const Results results = computation.call(run_->arguments_at(iteration));
  const std::vector<Op> ops = computation_.results();
  for (std::size_t i = 0; i < ops.size() && i < results.size(); ++i) {
    ValuesOfCall one;
    if (results.has_value(i)) addValue(one, ops[i].id(), results[i], iteration);
    if (!one.empty()) call.returned.push_back(one.begin()->second);
  }
  for (std::size_t i = 0; i < stored_.size(); ++i)
    addValue(call.stored, stored_[i], watching_.watched(i), iteration);
  return call;
}

// The values of the call that comes next, or is under way. The state stays as it is.
void EngineWorker::lookAhead() {
  chooseWatching();
  const StateCopy now = copyState(*transformer_);
  if (!watching_ && !spare_) {
    CompileOptions options = pipelineOptions();
    spare_ = transformer_->add_computation(node_, options);
  }
  ahead_ = callAgain(run_->iteration() + 1, watching_ ? watching_ : spare_);
  for (const OpKey op : watched_) {
    if (const auto storage = transformer_->state().find(op); storage && !ahead_.stored.count(op))
      addValue(ahead_.stored, op, storage->value(), ahead_.iteration);
  }
  setState(*transformer_, now);
}

// The state is the one after the shown iteration when this returns.
void EngineWorker::collectValues() {
  const auto from = std::chrono::steady_clock::now();
  halts_.follow(control_);
  if (step_ > 0) return collectHalfway();
  chooseWatching();
  const std::int64_t last = run_ ? run_->iteration() : 0;
  const StateCopy* before = shown_ > 0 ? kept_.after(shown_ - 1) : nullptr;
  const StateCopy* after = kept_.after(shown_);
  const bool again = run_ && before != nullptr && after != nullptr && (watching_ || shown_ != last);
  Call call;
  if (again)
    call = callAgain(shown_, watching_ ? watching_ : computation_);
  else if (run_ && shown_ == last)
    call.returned = run_->results();
  if (after != nullptr) setState(*transformer_, *after);
  for (const OpKey op : watched_) {
    if (const auto storage = transformer_->state().find(op))
      addValue(call.stored, op, storage->value(), shown_);
  }
  hand(std::move(call.stored), std::move(call.returned));
  collected_ = std::chrono::steady_clock::now();
  collecting_ = collected_ - from;
}

// Within an iteration: state as it is now, and of the rest what the steps so far have computed.
void EngineWorker::collectHalfway() {
  lookAhead();
  ValuesOfCall values;
  for (const auto& [op, value] : ahead_.stored)
    if (stepOf(op) < step_) values.emplace(op, value);
  for (const OpKey op : watched_) {
    if (const auto storage = transformer_->state().find(op))
      addValue(values, op, storage->value(), ahead_.iteration);
  }
  std::vector<TensorRecord> returned;
  for (const TensorRecord& each : ahead_.returned)
    if (stepOf(each.op) < step_) returned.push_back(each);
  hand(std::move(values), std::move(returned));
}

void EngineWorker::hand(ValuesOfCall values, std::vector<TensorRecord> returned) {
  for (const TensorRecord& each : returned) values.emplace(each.op, each);
  if (stop_) values.insert(stopValue_.begin(), stopValue_.end());
  std::vector<WatchRecord> watches = halts_.evaluated(values);
  const std::lock_guard lock(frameMutex_);
  frame_.results = std::move(returned);
  frame_.tensors = std::move(values);
  frame_.watches = std::move(watches);
}

}  // namespace ng::views
