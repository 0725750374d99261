// SPDX-License-Identifier: Apache-2.0
// Runs in the worker: plans at a pace, single steps, checkpoints and display of kept iterations.
#include <algorithm>

#include "app/link/engine_worker.h"
#include "engine/base/quote.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"

namespace ng::views {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

}  // namespace

void EngineWorker::beginAnew(RunState state, bool keepPast) {
  state_ = state;
  step_ = opInStep_ = 0;
  halfway_.reset();
  sent_.clear();
  recorder_.restart();
  stop_.reset();
  shown_ = run_ ? run_->iteration() : 0;
  if (keepPast && kept_.after(shown_))
    kept_.carryOn(*transformer_);
  else
    kept_.restart(shown_, *transformer_, writtenState());
  attempt("Computing values", [this] { collectValues(); });
  publish(true);
}

// The state that an evaluation reads was trained by another computation and is kept.
void EngineWorker::reset() {
  if (!run_) return;
  const bool trains = assigns();
  const StateCopy read = trains ? StateCopy() : copyState(*transformer_);
  const bool done = attempt("Resetting", [&] {
    run_->reset();
    setState(*transformer_, read);
  });
  if (done && trains) carried_ = {};
  if (done) beginAnew(RunState::idle);
}

bool EngineWorker::assigns() const {
  const std::vector<NodePtr> nodes = ordered_nodes({node_.value()});
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const NodePtr& node) { return node->def->traits.is_effect(); });
}

StateCopy EngineWorker::wholeState() const {
  const KeptState* last = run_ ? kept_.after(run_->iteration()) : nullptr;
  return last ? copyState(*last) : copyState(*transformer_);
}

void EngineWorker::setEpochs(int epochs) {
  if (!run_) return;
  attempt("Setting epochs", [&] {
    run_->set_epochs(epochs);
    if (state_ == RunState::finished) state_ = run_->state();
  });
  publish(true);
}

bool EngineWorker::ready() {
  if (run_) return true;
  if (transformer_ && whyNoRun_) emit said(*whyNoRun_);
  publish(true);
  return false;
}

void EngineWorker::catchUp() {
  if (halfway_) {
    setState(*transformer_, *halfway_);
    computation_.begin(run_->arguments_at(run_->iteration() + 1));  // show() replaced them
    halfway_.reset();
    shown_ = run_->iteration();
  }
  if (shown_ == run_->iteration()) return;
  if (const KeptState* last = kept_.after(run_->iteration())) setState(*transformer_, *last);
  shown_ = run_->iteration();
}

void EngineWorker::run(std::int64_t iterations) {
  if (!ready()) return;
  const bool over = state_ == RunState::finished || state_ == RunState::failed;
  if (over && iterations < 0) reset();
  const bool ran = attempt("Running", [&] {
    loop(iterations < 0 ? run_->total() : std::min(run_->total(), run_->iteration() + iterations));
  });
  if (!ran && run_->non_finite())
    attempt("Searching for the origin", [this] { haltAtNonFinite(); });
  const Wish wish = control_.wish();
  control_.wish(Wish::goOn);
  const bool stopped = wish == Wish::stop || wish == Wish::cancel;
  if (!ran || run_->state() == RunState::failed)
    state_ = RunState::failed;
  else if (run_->iteration() >= run_->total() && run_->state() != RunState::cancelled)
    state_ = RunState::finished;
  else
    state_ = stopped ? RunState::cancelled : RunState::paused;
  attempt("Computing values", [this] { collectValues(); });
  publish(true);
}

void EngineWorker::runEpoch() {
  if (!ready()) return;
  const std::int64_t batches = run_->plan().batches;
  run((run_->iteration() / batches + 1) * batches - run_->iteration());
}

// The evaluation after the last iteration may have been interrupted.
bool EngineWorker::hasMore(std::int64_t until) const {
  return run_->iteration() < until ||
         (until >= run_->total() && run_->state() == RunState::cancelled);
}

bool EngineWorker::callOnce() {
  const bool looks = control_.watchesHealth() && health_ != nullptr;
  const bool due = looks && health_->is_due(run_->iteration() + 1);
  const bool measures =
      recorder_.beginCall(run_->iteration(), run_->epoch(), control_.recording(), control_.pace());
  const auto stepped = [&](std::size_t done) {
    if (measures) recorder_.stepped(done);
    if (due) health_->stepped(done);
  };
  const bool more = measures || due ? run_->step(stepped) : run_->step();
  if (looks) health_->called();
  return more;
}

void EngineWorker::loop(std::int64_t until) {
  catchUp();
  state_ = RunState::running;
  stop_.reset();
  opInStep_ = 0;
  const RunRecorder::Going going(recorder_);
  publish(true);
  while (hasMore(until) && control_.wish() == Wish::goOn) {
    const auto from = Clock::now();
    if (haltsInCall()) break;
    if (step_ > 0) {  // finish the iteration that was started op by op
      for (; step_ < run_->step_count(); ++step_) run_->run_step(step_);
      run_->finish_call();
    } else if (!callOnce()) {
      break;
    }
    iterationDone();
    const double pace = control_.pace();
    publish(pace > 0);
    control_.runErrands();
    recorder_.served();
    if (pace > 0 && run_->iteration() < until)
      control_.sleep(std::max(0.0, 1 / pace - secondsSince(from)));
  }
}

// Collecting values takes time: at most once per screen frame, and at most a tenth of the run time.
void EngineWorker::iterationDone() {
  step_ = 0;
  shown_ = run_->iteration();
  kept_.add(*transformer_);
  const auto pause = std::max<Clock::duration>(std::chrono::milliseconds(16), 10 * collecting_);
  if (Clock::now() - collected_ > pause) collectValues(true);
}

void EngineWorker::stepKernel() {
  if (!ready()) return;
  attempt("Stepping", [this] {
    catchUp();
    state_ = RunState::paused;
    stop_.reset();
    opInStep_ = 0;
    if (step_ == 0 && !run_->begin_call()) {
      state_ = run_->state();
      return;
    }
    if (step_ < run_->step_count()) run_->run_step(step_++);  // may have stopped after the last
    if (step_ < run_->step_count()) return collectValues();
    run_->finish_call();
    iterationDone();
    collectValues();
    if (run_->state() != RunState::running) state_ = run_->state();
  });
  publish(true);
}

// The value of a kernel's last op is available once the kernel has run.
void EngineWorker::stepOp() {
  if (!ready()) return;
  const auto& steps = compilationRecord_->steps;
  const bool more = run_->iteration() < run_->total();
  const std::size_t inside = more && step_ < steps.size() ? steps[step_].ops.size() : 0;
  if (opInStep_ + 1 >= inside) return stepKernel();
  attempt("Stepping", [this] {
    catchUp();
    state_ = RunState::paused;
    ++opInStep_;
    standInStep();
  });
  publish(true);
}

// Stops between two ops of a kernel, before the kernel has run.
void EngineWorker::standInStep() {
  const StepRecord& step = compilationRecord_->steps[step_];
  StopRecord stop;
  stop.reason = StopReason::cursor;
  stop.op = step.ops[opInStep_ - 1];
  const auto record = ops_.find(stop.op);
  const std::string name = record == ops_.end() ? "an op" : quote(record->second->name);
  stop.text = "after " + name + ", op " + std::to_string(opInStep_) + " of " +
              std::to_string(step.ops.size()) + " in kernel " + step.kernel + ", which runs as one";
  haltAt(std::move(stop), run_->iteration() + 1);
  collectValues();
}

void EngineWorker::stop() {
  control_.wish(Wish::goOn);
  if (state_ == RunState::paused) state_ = RunState::cancelled;
  publish(true);
}

void EngineWorker::show(std::int64_t iteration) {
  if (!run_ || kept_.empty()) return;
  attempt("Showing an iteration", [&] {
    if (within() && iteration > run_->iteration()) {
      catchUp();
    } else {
      if (within() && !halfway_) halfway_ = copyState(*transformer_);
      shown_ = std::clamp(iteration, kept_.first(), run_->iteration());
    }
    collectValues();
  });
  publish(true);
}

void EngineWorker::refreshValues() {
  if (transformer_) {
    attempt("Computing values", [this] { collectValues(); });
    publish(true);
  }
}

void EngineWorker::save(const QString& path) {
  if (!ready()) return;
  const bool saved = attempt("Saving", [&] {
    catchUp();
    const StateCopy now = copyState(*transformer_);
    if (const KeptState* last = kept_.after(run_->iteration())) setState(*transformer_, *last);
    run_->save(path.toStdString());  // complete iterations only
    setState(*transformer_, now);
  });
  if (saved) note("Checkpoint saved.", path);
}

void EngineWorker::restore(const QString& path) {
  if (!ready()) return;
  if (!attempt("Restoring", [&] { run_->restore(path.toStdString()); })) return;
  const bool over = run_->iteration() >= run_->total();
  beginAnew(over ? RunState::finished : run_->iteration() > 0 ? RunState::paused : RunState::idle);
  note("Checkpoint restored.", path);
}

}  // namespace ng::views
