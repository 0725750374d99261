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

void RunWorker::restart(RunState state, bool keepPast) {
  s_.state = state;
  s_.step = s_.opInStep = 0;
  s_.halfway.reset();
  frames_.restartCurves();
  s_.recorder.restart();
  s_.stop.reset();
  s_.shown = s_.run ? s_.run->iteration() : 0;
  if (keepPast && s_.kept.after(s_.shown))
    s_.kept.carryOn(*s_.transformer);
  else
    s_.kept.restart(s_.shown, *s_.transformer, s_.writtenState());
  s_.reports.attempt("Computing values", [this] { values_.collect(); });
  frames_.publish(true);
}

// The state that an evaluation reads was trained by another computation and is kept.
void RunWorker::reset() {
  if (!s_.run) return;
  const bool trains = s_.assigns();
  const StateCopy read = trains ? StateCopy() : copyState(*s_.transformer);
  const bool done = s_.reports.attempt("Resetting", [&] {
    s_.run->reset();
    if (s_.run->plan().epochs > s_.planEpochs) s_.run->set_epochs(s_.planEpochs);
    set_state(*s_.transformer, read);
  });
  if (done && trains) s_.carried = {};
  if (done && trains) s_.savedAt.reset();
  if (done) restart(RunState::idle);
}

void RunWorker::setEpochs(int epochs) {
  if (!s_.run) return;
  s_.reports.attempt("Setting epochs", [&] {
    s_.run->set_epochs(epochs);
    s_.planEpochs = epochs;
    if (s_.state == RunState::finished) s_.state = s_.run->state();
  });
  frames_.publish(true);
}

bool RunWorker::ready() {
  if (s_.run) return true;
  if (s_.transformer && s_.whyNoRun) emit s_.reports.said(*s_.whyNoRun);
  frames_.publish(true);
  return false;
}

void RunWorker::catchUp() {
  if (s_.halfway) {
    set_state(*s_.transformer, *s_.halfway);
    s_.computation.begin(s_.run->arguments_at(s_.run->iteration() + 1));  // show() replaced them
    s_.halfway.reset();
    s_.shown = s_.run->iteration();
  }
  if (s_.shown == s_.run->iteration()) return;
  if (const KeptState* last = s_.kept.after(s_.run->iteration())) setState(*s_.transformer, *last);
  s_.shown = s_.run->iteration();
}

void RunWorker::run(std::optional<std::int64_t> iterations) {
  if (!ready()) return;
  const bool over = s_.state == RunState::finished || s_.state == RunState::failed;
  if (over && !iterations) reset();
  const bool ran = s_.reports.attempt("Running", [&] {
    loop(iterations ? std::min(s_.run->total(), s_.run->iteration() + *iterations)
                    : s_.run->total());
  });
  if (!ran && s_.run->finite_check().found())
    s_.reports.attempt("Searching for the origin", [this] { stops_.stopAtNonFinite(); });
  const RunRequest request = s_.control.requested();
  s_.control.request(RunRequest::proceed);
  const bool stopped = request == RunRequest::stop || request == RunRequest::cancel;
  if (!ran || s_.run->state() == RunState::failed)
    s_.state = RunState::failed;
  else if (s_.run->iteration() >= s_.run->total() && s_.run->state() != RunState::cancelled)
    s_.state = RunState::finished;
  else
    s_.state = stopped ? RunState::cancelled : RunState::paused;
  s_.reports.attempt("Computing values", [this] { values_.collect(); });
  frames_.publish(true);
}

void RunWorker::runFurther() {
  if (!ready()) return;
  const bool extended = s_.state != RunState::finished || s_.reports.attempt("Continuing", [&] {
    s_.run->set_epochs(std::max(s_.run->plan().epochs, s_.epochsBegun()) + s_.planEpochs);
    s_.state = RunState::paused;
  });
  extended ? run({}) : frames_.publish(true);
}

void RunWorker::runEpoch() {
  if (!ready()) return;
  const std::int64_t batches = s_.run->plan().batches;
  run((s_.run->iteration() / batches + 1) * batches - s_.run->iteration());
}

void RunWorker::runTo(OpKey op) {
  s_.target = op;
  run({});
  s_.target = 0;
}

void RunWorker::runToNonFinite(bool everyOp) {
  if (!ready()) return;
  FiniteCheck& check = s_.run->finite_check();
  const bool stops = check.checks_results();
  check.set_results(true);
  if (!s_.reports.attempt("Preparing the check of every op",
                          [&] { check.set_every_op(everyOp, *s_.run); }))
    return frames_.publish(true);
  run({});
  check.set_results(stops);
  check.set_every_op(false, *s_.run);
  if (s_.state == RunState::finished)
    s_.reports.note(everyOp ? "The run finished: no op had a NaN or infinite value."
                            : "The run finished: no result was NaN or infinite.",
                    {});
}

// The evaluation after the last iteration may have been interrupted.
bool RunWorker::hasMore(std::int64_t until) const {
  return s_.run->iteration() < until ||
         (until >= s_.run->total() && s_.run->state() == RunState::cancelled);
}

// The steps run as they do when nobody looks; the device measures them.
bool RunWorker::callOnDevice() {
  const NotedDeviceTimes notes;
  s_.recorder.beginDeviceCall();
  const bool more = s_.run->step();
  s_.recorder.deviceSteps(
      DeviceTimes::shared().take_turns_of(s_.run->computation().compilation().program));
  return more;
}

bool RunWorker::callOnce() {
  const bool looks = s_.control.watchesHealth() && s_.health != nullptr;
  const bool due = looks && s_.health->is_due(s_.run->iteration() + 1);
  const bool measures = s_.recorder.beginCall(s_.run->iteration(), s_.run->epoch(),
                                              s_.control.recording(), s_.control.pace());
  const bool alone = s_.request.ranks.isEmpty();  // ranks have copies of the program
  if (measures && !due && alone && runs_on_device(std::string(s_.transformer->name())))
    return callOnDevice();
  const auto stepped = [&](std::size_t done) {
    if (measures) s_.recorder.stepped(done);
    if (due) s_.health->stepped(done);
  };
  const bool more = measures || due ? s_.run->step(stepped) : s_.run->step();
  if (looks) s_.health->called();
  return more;
}

void RunWorker::loop(std::int64_t until) {
  catchUp();
  s_.state = RunState::running;
  s_.stop.reset();
  s_.opInStep = 0;
  const RunRecorder::Going going(s_.recorder);
  frames_.publish(true);
  while (hasMore(until) && s_.control.requested() == RunRequest::proceed) {
    const auto from = Clock::now();
    if (stops_.stopsInCall()) break;
    if (s_.step > 0) {  // finish the iteration that was started op by op
      for (; s_.step < s_.run->computation().step_count(); ++s_.step) s_.run->run_step(s_.step);
      s_.run->finish_call();
    } else if (!callOnce()) {
      break;
    }
    iterationDone();
    const double pace = s_.control.pace();
    frames_.publish(pace > 0);
    s_.control.runErrands();
    s_.recorder.served();
    if (pace > 0 && s_.run->iteration() < until)
      s_.control.sleep(std::max(0.0, 1 / pace - secondsSince(from)));
  }
}

void RunWorker::iterationDone() {
  s_.step = 0;
  s_.shown = s_.run->iteration();
  s_.kept.add(*s_.transformer);
  values_.collectInRun();
}

void RunWorker::stop() {
  s_.control.request(RunRequest::proceed);
  if (s_.state == RunState::paused) s_.state = RunState::cancelled;
  frames_.publish(true);
}

bool RunWorker::save(const QString& path, CheckpointUse use) {
  if (!ready()) return false;
  const char* what = use == CheckpointUse::kept ? "Keeping the discarded state" : "Saving";
  const bool saved = s_.reports.attempt(what, [&] {
    catchUp();
    const StateCopy now = copyState(*s_.transformer);
    if (const KeptState* last = s_.kept.after(s_.run->iteration()))
      setState(*s_.transformer, *last);
    write_checkpoint(path.toStdString(), s_.run->checkpoint());  // complete iterations only
    set_state(*s_.transformer, now);
  });
  if (!saved || use == CheckpointUse::kept) return saved;
  s_.savedAt = s_.trained();
  frames_.publish(true);
  s_.reports.note("Checkpoint saved.", path);
  return true;
}

// A position beyond the plan's end is that of a run which was extended; another one ends with it.
bool RunWorker::restore(const Checkpoint& checkpoint, const QString& path, CheckpointUse use) {
  const bool restored = s_.reports.attempt("Restoring", [&] {
    s_.run->restore(checkpoint);
    s_.run->set_epochs(std::max(s_.planEpochs, s_.epochsBegun()));
  });
  if (!restored) return false;
  s_.savedAt.reset();
  if (use == CheckpointUse::saved) s_.savedAt = s_.trained();
  const bool over = s_.run->iteration() >= s_.run->total();
  restart(over ? RunState::finished : s_.run->iteration() > 0 ? RunState::paused : RunState::idle);
  if (use == CheckpointUse::kept)
    s_.reports.note("Discarded state restored.", {});
  else
    s_.reports.note("Checkpoint restored.", path);
  return true;
}

}  // namespace ng::views
