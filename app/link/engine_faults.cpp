// SPDX-License-Identifier: Apache-2.0
// Fault finding in the worker: stopping within an iteration, stepping back, finding the origin of
// non-finite values.
#include <algorithm>

#include "app/link/engine_worker.h"
#include "engine/base/quote.h"
#include "engine/records/value_summary.h"

namespace ng::views {

// The program step after which the op's value, or its replacement's, is available; the first step
// for an op that no step computes.
std::size_t EngineWorker::stepOf(OpKey op) const {
  std::size_t last = 0;
  for (std::size_t step = 0; step < compilationRecord_->steps.size(); ++step) {
    for (const OpKey each : compilationRecord_->steps[step].ops) {
      const auto record = ops_.find(each);
      const bool comes_from =
          record != ops_.end() &&
          std::find(record->second->origins.begin(), record->second->origins.end(), op) !=
              record->second->origins.end();
      if (each == op) return step;
      if (comes_from) last = step;
    }
  }
  return last;
}

// Whether the op's value is available at the current step of the iteration.
bool EngineWorker::isDone(OpKey op) const {
  const std::size_t step = stepOf(op);
  if (step != step_ || opInStep_ == 0) return step < step_;
  const std::vector<OpKey>& ops = compilationRecord_->steps[step].ops;
  for (std::size_t i = ops.size(); i-- > 0;) {
    const auto record = ops_.find(ops[i]);
    const bool comes_from = record != ops_.end() && std::find(record->second->origins.begin(),
                                                              record->second->origins.end(),
                                                              op) != record->second->origins.end();
    if (ops[i] == op || comes_from) return i < opInStep_;
  }
  return false;
}

// Runs to the next breakpoint or cursor of the next or current call. True: the run stopped there.
bool EngineWorker::haltsInCall() {
  halts_.follow(control_);
  if (!halts_.any() && cursor_ == 0) return false;
  lookAhead();
  ValuesOfCall values = ahead_.stored;
  for (const TensorRecord& each : ahead_.returned)
    if (!values.count(each.op)) values[each.op] = std::make_shared<const TensorRecord>(each);
  std::vector<StopRecord> stops = halts_.holding(values);
  if (cursor_ != 0) {
    const auto record = ops_.find(cursor_);
    const std::string name = record == ops_.end() ? "the op" : quote(record->second->name);
    stops.push_back({StopReason::cursor, cursor_, 0, -1, {}, "ran to " + name, {}});
  }
  std::erase_if(stops, [this](const StopRecord& stop) { return stepOf(stop.op) < step_; });
  const auto next = std::min_element(
      stops.begin(), stops.end(), [this](auto& a, auto& b) { return stepOf(a.op) < stepOf(b.op); });
  if (next == stops.end()) return false;
  if (step_ == 0 && !run_->begin_call()) return false;
  while (step_ <= stepOf(next->op)) run_->run_step(step_++);
  haltAt(*next, run_->iteration() + 1);
  return true;
}

void EngineWorker::haltAt(StopRecord stop, std::int64_t iteration) {
  stop.iteration = iteration;
  stop.text += ", iteration " + std::to_string(iteration);
  const StateCopy now = copyState(*transformer_);
  attempt("Summarizing values", [&] { stop.values = lookInto(stop.op, iteration); });
  setState(*transformer_, now);
  stop_ = std::move(stop);
  ++stops_;
}

// Shows the iteration of the origin: its values are recomputed from the preceding state.
void EngineWorker::haltAtNonFinite() {
  const TrainingRun::NonFinite at = *run_->non_finite();
  if (kept_.after(run_->iteration()) == nullptr) kept_.add(*transformer_);
  if (kept_.after(at.iteration - 1) == nullptr) return;
  shown_ = at.iteration;
  StopRecord stop{StopReason::non_finite, at.op, at.iteration, at.element, {}, {}, {}};
  stop.text = to_string(*run_->failure());
  if (const auto record = ops_.find(at.op); record != ops_.end()) {
    Shape shape;
    const std::vector<AxisRecord>& axes = record->second->results.at(0).axes;
    for (const AxisRecord& axis : axes) shape.push_back(axis.length.value_or(0));
    stop.place = place_of(axes, shape, at.element);
  }
  attempt("Summarizing values", [&] { stop.values = lookInto(at.op, at.iteration); });
  stop_ = std::move(stop);
  ++stops_;
}

// Summarizes the op and its operands with a program that stores them, and keeps the op's value for
// display. Leaves the state of the preceding iteration set.
std::vector<ValueSummary> EngineWorker::lookInto(OpKey op, std::int64_t iteration) {
  std::vector<ValueSummary> summaries;
  const auto record = ops_.find(op);
  if (record == ops_.end()) return summaries;
  std::vector<OpKey> wanted = {op}, computed, stored;
  for (const OperandRecord& operand : record->second->operands)
    if (std::find(wanted.begin(), wanted.end(), operand.op) == wanted.end())
      wanted.push_back(operand.op);
  for (const OpKey each : wanted)
    if (!transformer_->state().find(each)) computed.push_back(each);
  const Computation storing = this->storing(computed, stored);
  setState(*transformer_, *kept_.after(iteration - 1));
  const std::vector<Tensor> arguments = run_->arguments_at(iteration);
  std::map<OpKey, Tensor> values;
  if (storing) storing.call(arguments);
  for (std::size_t i = 0; storing && i < stored.size(); ++i) values[stored[i]] = storing.watched(i);
  computation_.begin(arguments);  // also sets the storages of fed placeholders
  for (const OpKey each : wanted)
    if (const auto storage = transformer_->state().find(each)) values[each] = storage->value();
  stopValue_.clear();
  if (values.count(op)) addValue(stopValue_, op, values[op], iteration);
  for (const OpKey each : wanted) {
    if (!values.count(each)) continue;
    ValueSummary summary = summarise(values[each]);
    summary.op = each;
    summary.iteration = iteration;
    summaries.push_back(summary);
  }
  return summaries;
}

void EngineWorker::runTo(OpKey op) {
  cursor_ = op;
  run(-1);
  cursor_ = 0;
}

void EngineWorker::runToNonFinite(bool everyOp) {
  if (!ready()) return;
  const bool stops = run_->stops_at_non_finite();
  run_->set_stop_at_non_finite(true);
  if (!attempt("Preparing the check of every op", [&] { run_->set_check_every_op(everyOp); }))
    return publish(true);
  run(-1);
  run_->set_stop_at_non_finite(stops);
  run_->set_check_every_op(false);
  if (state_ == RunState::finished)
    note(everyOp ? "The run finished: no op had a NaN or infinite value."
                 : "The run finished: no result was NaN or infinite.",
         {});
}

// Within an iteration, repeats its steps from the start up to the previous one; between iterations,
// shows the previous iteration.
void EngineWorker::stepBack() {
  if (!ready()) return;
  if (halfway_) return show(shown_ - 1);
  if (opInStep_ > 1) {
    attempt("Stepping back", [this] {
      --opInStep_;
      standInStep();
    });
    return publish(true);
  }
  if (std::exchange(opInStep_, 0) > 0) {
    attempt("Stepping back", [this] {
      stop_.reset();
      collectValues();
    });
    return publish(true);
  }
  if (step_ == 0) return show(shown_ - 1);
  attempt("Stepping back", [this] {
    const std::size_t target = step_ - 1;
    setState(*transformer_, *kept_.after(run_->iteration()));
    step_ = 0;
    stop_.reset();
    state_ = RunState::paused;
    if (target > 0 && run_->begin_call())
      while (step_ < target) run_->run_step(step_++);
    collectValues();
  });
  publish(true);
}

// ---- inputs of background queries ---------------------------------------------------------------

// The shown iteration if its preceding state is kept, else the next one.
std::int64_t EngineWorker::inquiredIteration(std::int64_t shown) const {
  const bool kept = shown > 0 && kept_.after(shown - 1) != nullptr;
  return std::min(kept ? shown : run_->iteration() + 1, run_->total());
}

// Kept iterations at equal distances, including `around`: as many as fit into the limits.
std::vector<CallBasis> EngineWorker::keptCalls(std::int64_t around) const {
  constexpr std::int64_t most = 32, mostBytes = std::int64_t{64} << 20;
  std::int64_t bytes = 1;
  if (const KeptState* state = kept_.after(around - 1))
    for (const KeptValue& value : *state)
      bytes += static_cast<std::int64_t>(value.record->value.bytes.size());
  const std::int64_t first = kept_.first() + 1, last = std::max(around, run_->iteration());
  const std::int64_t count = std::min(most, mostBytes / bytes);
  const std::int64_t step =
      std::max<std::int64_t>(1, (last - first) / std::max<std::int64_t>(1, count));
  std::vector<CallBasis> calls;
  for (std::int64_t at = first + (around - first) % step; count > 1 && at <= last; at += step)
    if (const KeptState* state = kept_.after(at - 1))
      calls.push_back({at, run_->arguments_at(at), copyState(*state)});
  return calls;
}

// Arguments of an iteration and the state before it.
std::optional<InquiryBasis> EngineWorker::basis(std::int64_t shown, const BasisChoice& choice) {
  std::optional<InquiryBasis> basis;
  if (!ready()) return basis;
  attempt("Starting the query", [&] {
    InquiryBasis made;
    if (shown < 0 || shown > run_->iteration()) shown = shown_;
    if (within() && !halfway_) shown = run_->iteration() + 1;
    if (choice.iteration) shown = *choice.iteration;
    if (choice.iteration && kept_.after(shown - 1) == nullptr)
      refuse(ErrorKind::index, "iteration " + std::to_string(shown) + " is no longer kept");
    made.iteration = inquiredIteration(shown);
    made.computation = node_;
    made.transformer = request_.transformer.toStdString();
    made.options = pipelineOptions();
    made.arguments = run_->arguments_at(made.iteration);
    if (const KeptState* state = kept_.after(made.iteration - 1)) made.state = copyState(*state);
    if (choice.history) made.history = keptCalls(made.iteration);
    basis = std::move(made);
  });
  return basis;
}

void EngineWorker::keepState(const StateCopy& state) {
  if (!ready() || step_ != 0) return;
  catchUp();
  setState(*transformer_, state);
  kept_.replaceLast(*transformer_);
  note("The run continues from the edited state.", {});
  refreshValues();
}

}  // namespace ng::views
