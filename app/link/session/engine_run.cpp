// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_run.h"

#include <algorithm>
#include <utility>

#include "engine/records/document_record.h"

namespace ng::views {

EngineRun::EngineRun(EngineLink& link, EngineDocuments& documents, EngineCompilations& compilations)
    : link_(link), documents_(documents), compilations_(compilations) {
  connect(&compilations, &Compilations::compilationFailed, this, [this] { waiting_ = {}; });
}

RunStatus EngineRun::status() const {
  const DocumentRecordPtr document = documents_.document();
  RunStatus status;
  status.state = now_.state;
  status.iteration = now_.shown;
  status.lastIteration = now_.done;
  status.totalIterations = document && document->plan ? now_.total : 0;
  status.epoch = now_.epoch;
  status.epochs = now_.epochs;
  status.batches = now_.batches;
  status.step = now_.step;
  status.within = now_.within;
  status.looksBack = now_.back || now_.shown < now_.done;
  status.microsecondsPerStep = now_.microsecondsPerStep;
  status.trained = now_.trained;
  status.trainedSaved = now_.trainedSaved;
  status.trains = now_.trains;
  return status;
}

void EngineRun::start(std::function<void()> work) {
  const bool compiled = compilations_.compilation() != nullptr;
  if (documents_.document() && !compiled && !compilations_.computations().isEmpty()) {
    waiting_ = std::move(work);
    if (!compilations_.compileProgress().busy) compilations_.compileAgain();
    return;
  }
  if (!compiled || running()) return;
  now_.state = RunState::running;
  link_.control.request(RunRequest::proceed);
  started_ = Request::next();
  emit runChanged();
  link_.post([this, request = started_, work = std::move(work)] {
    link_.worker().runs.noteStart(request);
    work();
  });
}

void EngineRun::startWaiting() {
  if (auto work = std::exchange(waiting_, {})) start(std::move(work));
}

void EngineRun::discarding(const QString& words, const QString& verb,
                           std::function<void()> command) {
  if (gate_ && now_.trained > 0) {
    gate_(words, verb, std::move(command));
  } else {
    command();
  }
}

void EngineRun::beginning(const QString& words, const QString& verb,
                          std::function<void()> command) {
  now_.trains ? discarding(words, verb, std::move(command)) : command();
}

void EngineRun::startOver(const QString& words, std::function<void()> work) {
  const bool over = now_.state == RunState::finished || now_.state == RunState::failed;
  if (!over) return start(std::move(work));
  beginning(words, "run again", [this, work = std::move(work)] { start(work); });
}

// Nothing is lost by training further. A computation that assigns no variables would only compute
// the same again: it starts over.
void EngineRun::run() {
  if (now_.state == RunState::finished && now_.trains)
    return start([this] { link_.worker().runs.runFurther(); });
  startOver("run again from the beginning", [this] { link_.worker().runs.run({}); });
}

void EngineRun::stepIteration() {
  start([this] { link_.worker().runs.run(1); });
}

void EngineRun::stepEpoch() {
  start([this] { link_.worker().runs.runEpoch(); });
}

void EngineRun::runToNonFinite(bool everyOp) {
  startOver("run again to the first NaN or infinity",
            [this, everyOp] { link_.worker().runs.runToNonFinite(everyOp); });
}

void EngineRun::runTo(OpKey op) {
  startOver("run again to the op", [this, op] { link_.worker().runs.runTo(op); });
}

void EngineRun::stepOp() {
  postStep([this] { link_.worker().runs.stepOp(); });
}

void EngineRun::stepKernel() {
  postStep([this] { link_.worker().runs.stepKernel(); });
}

void EngineRun::stepBack() {
  postStep([this] { link_.worker().runs.stepBack(); });
}

// A request made while nothing ran does not apply to the new step.
void EngineRun::postStep(std::function<void()> step) {
  if (!compilations_.compilation() || running()) return;
  link_.control.request(RunRequest::proceed);
  link_.post(std::move(step));
}

void EngineRun::pause() {
  link_.control.request(RunRequest::pause);
}

void EngineRun::stop() {
  link_.control.request(RunRequest::stop);  // also stops a step in progress
  if (!running()) link_.post([this] { link_.worker().runs.stop(); });
}

void EngineRun::reset() {
  if (running()) return;
  beginning("reset the variables", "reset", [this] {
    if (!running()) link_.post([this] { link_.worker().runs.reset(); });
  });
}

void EngineRun::restart() {
  if (!compilations_.compilation()) return run();
  beginning("restart the run", "restart", [this] { restartNow(); });
}

void EngineRun::restartNow() {
  if (running()) link_.control.request(RunRequest::stop);
  now_.state = RunState::running;
  started_ = Request::next();
  emit runChanged();
  link_.post([this, request = started_] {
    link_.control.request(RunRequest::proceed);
    link_.worker().runs.noteStart(request);
    link_.worker().runs.reset();
    link_.worker().runs.run({});
  });
}

void EngineRun::setPace(double iterationsPerSecond) {
  link_.control.setPace(iterationsPerSecond);
  emit runChanged();
}

// Only the latest of several slider moves is processed.
void EngineRun::showIteration(std::int64_t iteration) {
  const std::int64_t now = now_.done + (now_.within ? 1 : 0);
  const std::int64_t shown = now_.within && !now_.back ? now : now_.shown;
  iteration = std::clamp<std::int64_t>(iteration, 0, now);
  if (running()) return;
  if (iteration == shown)
    return emit runChanged();  // the slider is at an iteration that is not kept
  look(now_, iteration);
  const bool waiting = wanted_.has_value();
  wanted_ = iteration;
  emit runChanged();
  if (waiting) return;
  QMetaObject::invokeMethod(
      this,
      [this] {
        const std::int64_t wanted = *std::exchange(wanted_, std::nullopt);
        link_.post([this, wanted] { link_.worker().runs.show(wanted); });
      },
      Qt::QueuedConnection);
}

// An iteration past the last shows the current position within the next iteration.
void EngineRun::look(RunNumbers& numbers, std::int64_t iteration) const {
  numbers.shown = std::min(iteration, numbers.done);
  numbers.back = numbers.within && iteration <= numbers.done;
  if (numbers.batches > 0) numbers.epoch = static_cast<int>(numbers.shown / numbers.batches);
}

void EngineRun::take(RunNumbers numbers) {
  // Sent before the requested run started.
  if (numbers.started != started_) numbers.state = now_.state;
  if (wanted_) look(numbers, *wanted_);
  now_ = std::move(numbers);
}

void EngineRun::forget() {
  waiting_ = {};
  now_ = {};
}

}  // namespace ng::views
