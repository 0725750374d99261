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
  CompileOptions options;
  options.passes.disabled = request_.disabledPasses;
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

void EngineWorker::addValue(std::map<OpKey, TensorRecord>& values, OpKey op,
                            const Tensor& value) const {
  const auto found = ops_.find(op);
  if (found == ops_.end() || found->second->results.empty()) return;
  const OpRecord& record = *found->second;
  values[op] = {op, record.name, record.results[0].axes, value, shown_};
}

// The state is the one after the shown iteration when this returns.
void EngineWorker::collectValues() {
  const auto from = std::chrono::steady_clock::now();
  chooseWatching();
  const std::int64_t last = run_ ? run_->iteration() : 0;
  const StateCopy* before = shown_ > 0 ? kept_.after(shown_ - 1) : nullptr;
  const StateCopy* after = kept_.after(shown_);
  const bool again = run_ && before != nullptr && after != nullptr && (watching_ || shown_ != last);
  std::map<OpKey, TensorRecord> values;
  std::vector<TensorRecord> returned;
  if (again) {
    setState(*transformer_, *before);
    const Computation& computation = watching_ ? watching_ : computation_;
    const Results results = computation.call(run_->arguments_at(shown_));
    const std::vector<Op> ops = computation_.results();
    for (std::size_t i = 0; i < ops.size() && i < results.size(); ++i) {
      std::map<OpKey, TensorRecord> one;
      if (results.has_value(i)) addValue(one, ops[i].id(), results[i]);
      if (!one.empty()) returned.push_back(one.begin()->second);
    }
    for (std::size_t i = 0; i < stored_.size(); ++i)
      addValue(values, stored_[i], watching_.watched(i));
  } else if (run_ && shown_ == last) {
    returned = run_->results();
  }
  if (after != nullptr) setState(*transformer_, *after);
  for (const OpKey op : watched_) {
    if (const auto storage = transformer_->state().find(op)) addValue(values, op, storage->value());
  }
  for (const TensorRecord& each : returned) values.emplace(each.op, each);
  collected_ = std::chrono::steady_clock::now();
  collecting_ = collected_ - from;
  const std::lock_guard lock(frameMutex_);
  frame_.results = std::move(returned);
  frame_.tensors = std::move(values);
}

}  // namespace ng::views
