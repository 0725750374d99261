// SPDX-License-Identifier: Apache-2.0
// The loop of a run, its ends and its files. Single steps are in run_steps.cpp.
#include "app/link/worker/run_worker.h"

#include <algorithm>

#include "engine/analysis/machine_peaks.h"
#include "engine/session/compilation.h"

namespace ng::views {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

}  // namespace

void RunWorker::restart(bool keepPast) {
  placeAtIteration(keepPast);
  frames_.publish(true);
}

void RunWorker::placeAtIteration(bool keepPast) {
  const std::int64_t iteration = s_.program.run ? s_.program.run->iteration() : 0;
  s_.at.restart(iteration == 0                         ? RunState::idle
                : iteration >= s_.program.run->total() ? RunState::finished
                                                       : RunState::paused);
  frames_.restartCurves();
  s_.recorder.restart();
  s_.at.shown = iteration;
  if (keepPast && s_.kept.after(s_.at.shown))
    s_.kept.carryOn(*s_.program.transformer);
  else
    s_.kept.restart(s_.at.shown, *s_.program.transformer, s_.program.written);
}

void RunWorker::showValues() {
  s_.reports.attempt("Computing values", [this] { values_.collect(); });
  frames_.publish(true);
}

// The state that an evaluation reads was trained by another computation and is kept.
void RunWorker::reset() {
  if (!s_.program.run) return;
  const bool trains = s_.program.trains;
  const StateCopy read = trains ? StateCopy() : copyState(*s_.program.transformer);
  const bool done = s_.reports.attempt("Resetting", [&] {
    s_.program.run->reset();
    if (s_.program.run->plan().epochs > s_.program.planEpochs)
      s_.program.run->set_epochs(s_.program.planEpochs);
    set_state(*s_.program.transformer, read);
  });
  if (done && trains) s_.carried = {};
  if (done && trains) s_.savedAt.reset();
  if (!done) return;
  placeAtIteration(false);
  showValues();
}

void RunWorker::setEpochs(int epochs) {
  if (!s_.program.run) return;
  s_.reports.attempt("Setting epochs", [&] {
    s_.program.run->set_epochs(epochs);
    s_.program.planEpochs = epochs;
    if (s_.at.state == RunState::finished) s_.at.state = s_.program.run->state();
  });
  frames_.publish(true);
}

bool RunWorker::ready() {
  if (s_.program.run) return true;
  if (s_.program.transformer && s_.program.whyNoRun) emit s_.reports.said(*s_.program.whyNoRun);
  frames_.publish(true);
  return false;
}

void RunWorker::catchUp() {
  if (s_.at.halfway) {
    set_state(*s_.program.transformer, *s_.at.halfway);
    s_.program.computation.begin(
        s_.program.run->arguments_at(s_.program.run->iteration() + 1));  // show() replaced them
    s_.at.halfway.reset();
    s_.at.shown = s_.program.run->iteration();
  }
  if (s_.at.shown == s_.program.run->iteration()) return;
  if (const KeptState* last = s_.kept.after(s_.program.run->iteration()))
    setState(*s_.program.transformer, *last);
  s_.at.shown = s_.program.run->iteration();
}

void RunWorker::run(std::optional<std::int64_t> iterations) {
  if (!ready()) return;
  const bool over = s_.at.state == RunState::finished || s_.at.state == RunState::failed;
  if (over && !iterations) reset();
  const bool ran = s_.reports.attempt("Running", [&] {
    loop(iterations ? std::min(s_.program.run->total(), s_.program.run->iteration() + *iterations)
                    : s_.program.run->total());
  });
  if (!ran && s_.program.run->finite_check().found())
    s_.reports.attempt("Searching for the origin", [this] { stops_.stopAtNonFinite(); });
  const RunRequest request = s_.control.requested();
  s_.control.request(RunRequest::proceed);
  const bool stopped = request == RunRequest::stop || request == RunRequest::cancel;
  if (!ran || s_.program.run->state() == RunState::failed)
    s_.at.state = RunState::failed;
  else if (s_.program.run->iteration() >= s_.program.run->total() &&
           s_.program.run->state() != RunState::cancelled)
    s_.at.state = RunState::finished;
  else
    s_.at.state = stopped ? RunState::cancelled : RunState::paused;
  showValues();
}

void RunWorker::runFurther() {
  if (!ready()) return;
  const bool extended = s_.at.state != RunState::finished || s_.reports.attempt("Continuing", [&] {
    s_.program.run->set_epochs(std::max(s_.program.run->plan().epochs, s_.program.epochsBegun()) +
                               s_.program.planEpochs);
    s_.at.state = RunState::paused;
  });
  extended ? run({}) : frames_.publish(true);
}

void RunWorker::runEpoch() {
  if (!ready()) return;
  const std::int64_t batches = s_.program.run->plan().batches;
  run((s_.program.run->iteration() / batches + 1) * batches - s_.program.run->iteration());
}

void RunWorker::runTo(OpId op) {
  s_.at.target = op;
  run({});
  s_.at.target = 0;
}

void RunWorker::runToNonFinite(bool everyOp) {
  if (!ready()) return;
  FiniteCheck& check = s_.program.run->finite_check();
  const bool stops = check.checks_results();
  check.set_results(true);
  if (!s_.reports.attempt("Preparing the check of every op",
                          [&] { check.set_every_op(everyOp, *s_.program.run); }))
    return frames_.publish(true);
  run({});
  check.set_results(stops);
  check.set_every_op(false, *s_.program.run);
  if (s_.at.state == RunState::finished)
    s_.reports.note(everyOp ? "The run finished: no op had a NaN or infinite value."
                            : "The run finished: no result was NaN or infinite.",
                    {});
}

// The evaluation after the last iteration may have been interrupted.
bool RunWorker::hasMore(std::int64_t until) const {
  return s_.program.run->iteration() < until ||
         (until >= s_.program.run->total() && s_.program.run->state() == RunState::cancelled);
}

// The steps run as they do when nobody looks; the device measures them.
bool RunWorker::callOnDevice() {
  const NotedDeviceTimes notes;
  s_.recorder.beginDeviceCall();
  const bool more = s_.program.run->step();
  s_.recorder.deviceSteps(
      DeviceTimes::shared().take_turns_of(s_.program.run->computation().compilation().program));
  return more;
}

bool RunWorker::callOnce() {
  const bool looks = s_.control.watchesHealth() && s_.program.health != nullptr;
  const bool due = looks && s_.program.health->is_due(s_.program.run->iteration() + 1);
  const TrainingRun& run = *s_.program.run;
  const bool measures = s_.recorder.beginCall(run.iteration(), run.epoch(), s_.control.recording(),
                                              s_.control.pace(), run.total() == 1);
  const bool alone = s_.program.request.ranks.isEmpty();  // ranks have copies of the program
  if (measures && !due && alone && runs_on_device(std::string(s_.program.transformer->name())))
    return callOnDevice();
  const auto stepped = [&](std::size_t done) {
    if (measures) s_.recorder.stepped(done);
    if (due) s_.program.health->stepped(done);
  };
  const bool more = measures || due ? s_.program.run->step(stepped) : s_.program.run->step();
  if (looks) s_.program.health->called();
  return more;
}

void RunWorker::loop(std::int64_t until) {
  catchUp();
  s_.at.state = RunState::running;
  s_.at.stop.reset();
  s_.at.opInStep = 0;
  const RunRecorder::Going going(s_.recorder);
  frames_.publish(true);
  while (hasMore(until) && s_.control.requested() == RunRequest::proceed) {
    const auto from = Clock::now();
    if (stops_.stopsInCall()) break;
    if (s_.at.step > 0) {  // finish the iteration that was started op by op
      for (; s_.at.step < s_.program.run->computation().step_count(); ++s_.at.step)
        s_.program.run->run_step(s_.at.step);
      s_.program.run->finish_call();
    } else if (!callOnce()) {
      break;
    }
    iterationDone();
    const double pace = s_.control.pace();
    frames_.publish(pace > 0);
    s_.control.runErrands();
    s_.recorder.served();
    if (pace > 0 && s_.program.run->iteration() < until)
      s_.control.sleep(std::max(0.0, 1 / pace - secondsSince(from)));
  }
}

void RunWorker::iterationDone() {
  s_.at.step = 0;
  s_.at.shown = s_.program.run->iteration();
  s_.kept.add(*s_.program.transformer);
  values_.collectInRun();
}

void RunWorker::stop() {
  s_.control.request(RunRequest::proceed);
  if (s_.at.state == RunState::paused) s_.at.state = RunState::cancelled;
  frames_.publish(true);
}

bool RunWorker::save(const QString& path, CheckpointUse use) {
  if (!ready()) return false;
  const char* what = use == CheckpointUse::kept ? "Keeping the discarded state" : "Saving";
  const bool saved = s_.reports.attempt(what, [&] {
    const StateCopy now = copyState(*s_.program.transformer);
    if (const KeptState* last = s_.kept.after(s_.program.run->iteration()))
      setState(*s_.program.transformer, *last);
    write_checkpoint(path.toStdString(), s_.program.run->checkpoint());  // complete iterations only
    set_state(*s_.program.transformer, now);
  });
  if (!saved || use == CheckpointUse::kept) return saved;
  s_.savedAt = s_.trained();
  frames_.publish(true);
  s_.reports.note("Checkpoint saved.", path);
  return true;
}

// A position beyond the plan's end is that of a run which was extended; another one ends with it.
bool RunWorker::restore(const Checkpoint& checkpoint, const QString& path, CheckpointUse use) {
  std::optional<Diagnostic> warning;
  const bool restored = s_.reports.attempt("Restoring", [&] {
    warning = s_.program.run->restore(checkpoint);
    s_.program.run->set_epochs(std::max(s_.program.planEpochs, s_.program.epochsBegun()));
  });
  if (!restored) return false;
  s_.savedAt.reset();
  if (use == CheckpointUse::saved) s_.savedAt = s_.trained();
  placeAtIteration(false);
  showValues();
  if (use == CheckpointUse::kept)
    s_.reports.note("Discarded state restored.", {});
  else
    s_.reports.note("Checkpoint restored.", path);
  if (warning) emit s_.reports.said(*warning);
  return true;
}

}  // namespace ng::views
