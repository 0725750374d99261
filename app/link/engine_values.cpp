// SPDX-License-Identifier: Apache-2.0
// Values of the shown iteration in the worker. State is read directly; results and values that
// fusion eliminates are recomputed from the state before that iteration.
#include <algorithm>

#include "app/link/engine_worker.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"

namespace ng::views {
namespace {

constexpr std::size_t mostOpsAhead =
    20'000;  // limit over all passes for compiling a storing program at a click

}  // namespace

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

// The op's value; null if the document has no such op or it has no value outside of a loop.
Value EngineWorker::findValue(OpKey op) const {
  for (const Op& each : document_->ops)
    if (each.id() == op && each.value().has_type()) return each.value();
  return {};
}

// False for ops outside the computation that read inputs without a source.
bool EngineWorker::isFed(const Value& value) const {
  const auto& fed = computation_.compilation().parts.parameters;
  const std::vector<NodePtr> reached = ordered_nodes({value});
  return std::all_of(reached.begin(), reached.end(), [&](const NodePtr& node) {
    return node->def->traits.kind != OpKind::placeholder ||
           std::find(fed.begin(), fed.end(), node) != fed.end();
  });
}

bool EngineWorker::isInLoop(OpKey op) const {
  const Value root = node_.value();
  if (loop_around(std::span<const Value>(&root, 1), op)) return true;
  for (const PassResult& pass : computation_.compilation().passes)
    if (loop_around(roots(pass.after), op)) return true;
  return false;
}

std::set<std::uint64_t> EngineWorker::writtenState() const {
  std::set<std::uint64_t> written;
  for (const Op& op : document_->ops) {
    const Node& node = *op.value().node;
    if (!node.def->traits.is_effect()) continue;
    for (const Value& operand : node.operands) written.insert(operand.node->id);
  }
  return written;
}

// A computation that only computes and stores `ops`. `stored` receives its order: the user's ops,
// then ops created by passes. Skips ops in loops; returns null if no op remains.
Computation EngineWorker::storing(const std::vector<OpKey>& ops, std::vector<OpKey>& stored) const {
  CompileOptions options = pipelineOptions();
  options.only_watched = true;
  stored.clear();
  for (const OpKey op : ops) {
    if (isInLoop(op)) continue;
    if (const Value value = findValue(op)) {
      if (!isFed(value)) continue;
      options.watched.push_back(value);
      stored.push_back(op);
    } else if (const auto record = ops_.find(op);
               record != ops_.end() && !record->second->results.empty()) {
      options.watched_made.push_back(op);
    }
  }
  if (options.watched.empty() && options.watched_made.empty()) return {};
  const Computation made = transformer_->add_computation(node_, options);
  const std::vector<OpId>& found = made.compilation().kept_made;
  stored.insert(stored.end(), found.begin(), found.end());
  return made;
}

// Updates the watched ops that are neither state nor results.
void EngineWorker::chooseWatching() {
  if (!control_.takeWatched(watchGeneration_, watched_)) return;
  std::vector<OpKey> wanted;
  const std::vector<Op> results = computation_.results();
  for (const OpKey op : watched_) {
    const bool returned = std::any_of(results.begin(), results.end(),
                                      [op](const Op& each) { return each && each.id() == op; });
    if (!returned && !transformer_->state().find(op)) wanted.push_back(op);
  }
  if (wanted == wanted_) return;
  wanted_.clear();
  watching_ = storing(wanted, stored_);
  wanted_ = std::move(wanted);
}

void EngineWorker::addValue(ValuesOfCall& values, OpKey op, Tensor value,
                            std::int64_t iteration) const {
  const auto found = ops_.find(op);
  if (found == ops_.end() || found->second->results.empty()) return;
  const OpRecord& record = *found->second;
  values[op] = newRecord({op, record.name, record.results[0].axes, std::move(value), iteration});
}

// Uses the kept record itself unless it was already handed out for another iteration; then a copy.
void EngineWorker::addState(ValuesOfCall& values, OpKey op, const KeptState& state,
                            std::int64_t iteration) const {
  const auto found = ops_.find(op);
  const auto kept = std::find_if(state.begin(), state.end(),
                                 [op](const KeptValue& value) { return value.id == op; });
  if (kept == state.end() || found == ops_.end() || found->second->results.empty()) return;
  TensorRecord& record = *kept->record;
  if (record.op != 0 && record.iteration != iteration)
    return addValue(values, op, record.value, iteration);
  if (record.op == 0) {
    record.op = op;
    record.name = found->second->name;
    record.axes = found->second->results[0].axes;
    record.iteration = iteration;
  }
  values[op] = kept->record;
}

// Repeats an iteration and returns the watched values and, with a computation, its results. The
// state before `iteration` must be kept. Leaves the state after the iteration set (before it,
// without a computation).
EngineWorker::Call EngineWorker::callAgain(std::int64_t iteration, const Computation& computation) {
  Call call{iteration, {}, {}};
  const std::vector<Tensor> arguments = run_->arguments_at(iteration);
  setState(*transformer_, *kept_.after(iteration - 1));
  if (watching_) watching_.call(arguments);
  for (std::size_t i = 0; watching_ && i < stored_.size(); ++i)
    addValue(call.stored, stored_[i], watching_.watched(i), iteration);
  if (!computation) return call;
  setState(*transformer_, *kept_.after(iteration - 1));
  const Results results = computation.call(arguments);
  const std::vector<Op> ops = computation_.results();
  for (std::size_t i = 0; i < ops.size() && i < results.size(); ++i) {
    ValuesOfCall one;
    if (results.has_value(i)) addValue(one, ops[i].id(), results[i], iteration);
    if (!one.empty()) call.returned.push_back(*one.begin()->second);
  }
  return call;
}

// A second program of the computation, for calls while the first one is being stepped.
const Computation& EngineWorker::spare() {
  if (spare_) return spare_;
  CompileOptions options = pipelineOptions();
  spare_ = transformer_->add_computation(node_, options);
  return spare_;
}

// Computes the values of the next or current call. Preserves the state.
void EngineWorker::lookAhead() {
  chooseWatching();
  const StateCopy now = copyState(*transformer_);
  ahead_ = callAgain(run_->iteration() + 1, spare());
  for (const OpKey op : watched_) {
    if (const auto storage = transformer_->state().find(op); storage && !ahead_.stored.count(op))
      addValue(ahead_.stored, op, storage->value(), ahead_.iteration);
  }
  setState(*transformer_, now);
}

bool EngineWorker::beforeFirst() const {
  return !within() && (!run_ || run_->iteration() == 0);
}

// The argument of the first call for a placeholder with storage; nullopt if it has no source yet.
std::optional<Tensor> EngineWorker::given(OpKey op) const {
  const auto& parameters = computation_.compilation().parts.parameters;
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [op](const NodePtr& node) { return node->id == op; });
  if (!run_ || run_->total() == 0 || found == parameters.end()) return std::nullopt;
  const auto storage = transformer_->state().find(op);
  const auto place = static_cast<std::size_t>(found - parameters.begin());
  return broadcast_to(run_->arguments_at(1)[place], storage->dtype, storage->shape, storage->name);
}

// Before the first call, watched values are those that this call will compute.
bool EngineWorker::looksAhead() const {
  return run_ && watching_ && beforeFirst() && run_->total() > 0 && kept_.after(0) != nullptr &&
         ops_.size() <= mostOpsAhead;
}

// Leaves the state after the shown iteration set. `standing`: it is already set.
void EngineWorker::collectValues(bool standing) {
  if (!planned_) return;  // another document was opened: the compilation has other ops
  const auto from = std::chrono::steady_clock::now();
  halts_.follow(control_);
  if (within() && !halfway_) return collectHalfway();
  chooseWatching();
  const std::int64_t last = run_ ? run_->iteration() : 0;
  const KeptState* before = shown_ > 0 ? kept_.after(shown_ - 1) : nullptr;
  const KeptState* after = kept_.after(shown_);
  const bool again = run_ && before != nullptr && after != nullptr && (watching_ || shown_ != last);
  Call call;
  if (again && shown_ == last) call = callAgain(shown_, {});
  if (again && shown_ != last) call = callAgain(shown_, halfway_ ? spare() : computation_);
  const bool ahead = looksAhead();
  if (ahead) call = callAgain(1, {});
  if (run_ && shown_ == last) call.returned = run_->results();
  if (after != nullptr && (again || ahead || !standing)) setState(*transformer_, *after);
  for (const OpKey op : watched_) {
    const auto storage = transformer_->state().find(op);
    if (storage && beforeFirst() && storage->kind == BufferKind::input) {
      if (const auto value = given(op)) addValue(call.stored, op, *value, 1);
    } else if (storage && after != nullptr && storage->kind == BufferKind::persistent) {
      addState(call.stored, op, *after, shown_);
    } else if (storage) {
      addValue(call.stored, op, storage->value(), shown_);
    }
  }
  hand(std::move(call.stored), std::move(call.returned));
  collected_ = std::chrono::steady_clock::now();
  collecting_ = collected_ - from;
}

// Within an iteration: the current state, and the values computed by the steps so far.
void EngineWorker::collectHalfway() {
  lookAhead();
  ValuesOfCall values;
  for (const auto& [op, value] : ahead_.stored)
    if (isDone(op)) values.emplace(op, value);
  for (const OpKey op : watched_) {
    if (const auto storage = transformer_->state().find(op))
      addValue(values, op, storage->value(), ahead_.iteration);
  }
  std::vector<TensorRecord> returned;
  for (const TensorRecord& each : ahead_.returned) {
    if (!isDone(each.op)) continue;
    returned.push_back(each);
    // Variables show their current value: the step that updates them may not have run.
    if (const auto storage = transformer_->state().find(each.op))
      returned.back().value = storage->value();
  }
  hand(std::move(values), std::move(returned));
}

void EngineWorker::hand(ValuesOfCall values, std::vector<TensorRecord> returned) {
  for (const TensorRecord& each : returned)
    if (!values.count(each.op)) values[each.op] = std::make_shared<const TensorRecord>(each);
  const bool stands = stop_ && !halfway_ && (within() || stop_->iteration == shown_);
  if (stands) values.insert(stopValue_.begin(), stopValue_.end());
  std::vector<WatchRecord> watches = halts_.evaluated(values);
  const std::lock_guard lock(frameMutex_);
  frame_.results = std::move(returned);
  frame_.tensors = std::move(values);
  frame_.watches = std::move(watches);
}

}  // namespace ng::views
