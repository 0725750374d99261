// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_run.h"

#include <algorithm>
#include <utility>

#include "views/core/session/event.h"

namespace ng::views {

EngineRun::EngineRun(EngineLink& link, Published& published, EngineCompilations& compilations)
    : link_(link),
      published_(published),
      status_(published.state.run),
      compilations_(compilations) {
  connect(&published.source, &Source::happened, this, [this](const Event& event) {
    if (std::get_if<event::CompilationFailed>(&event)) waiting_ = {};
  });
}

void EngineRun::start(std::function<void()> work) {
  const CompilationState& compilation = published_.state.compilation;
  const bool compiled = compilation.compilation != nullptr;
  const bool open = published_.state.document.document != nullptr;
  if (open && !compiled && !compilation.computations.isEmpty()) {
    waiting_ = std::move(work);
    if (!compilation.progress.busy) compilations_.compileAgain();
    return;
  }
  if (!compiled || running()) return;
  status_.state = RunState::running;
  link_.control.request(RunRequest::proceed);
  started_ = Request::next();
  published_.changed(StateFacet::run);
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
  if (gate_ && status_.trained > 0) {
    gate_(words, verb, std::move(command));
  } else {
    command();
  }
}

void EngineRun::beginning(const QString& words, const QString& verb,
                          std::function<void()> command) {
  status_.trains ? discarding(words, verb, std::move(command)) : command();
}

void EngineRun::startOver(const QString& words, std::function<void()> work) {
  const bool over = status_.state == RunState::finished || status_.state == RunState::failed;
  if (!over) return start(std::move(work));
  beginning(words, "run again", [this, work = std::move(work)] { start(work); });
}

// Nothing is lost by training further. A computation that assigns no variables would only compute
// the same again: it starts over.
void EngineRun::handle(const command::Run&) {
  if (status_.state == RunState::finished && status_.trains)
    return start([this] { link_.worker().runs.runFurther(); });
  startOver("run again from the beginning", [this] { link_.worker().runs.run({}); });
}

void EngineRun::handle(const command::StepIteration&) {
  start([this] { link_.worker().runs.run(1); });
}

void EngineRun::handle(const command::StepEpoch&) {
  start([this] { link_.worker().runs.runEpoch(); });
}

void EngineRun::handle(const command::RunToNonFinite& command) {
  startOver("run again to the first NaN or infinity",
            [this, everyOp = command.everyOp] { link_.worker().runs.runToNonFinite(everyOp); });
}

void EngineRun::handle(const command::RunTo& command) {
  startOver("run again to the op", [this, op = command.op] { link_.worker().runs.runTo(op); });
}

void EngineRun::handle(const command::StepOp&) {
  postStep([this] { link_.worker().runs.stepOp(); });
}

void EngineRun::handle(const command::StepKernel&) {
  postStep([this] { link_.worker().runs.stepKernel(); });
}

void EngineRun::handle(const command::StepBack&) {
  postStep([this] { link_.worker().runs.stepBack(); });
}

// A request made while nothing ran does not apply to the new step.
void EngineRun::postStep(std::function<void()> step) {
  if (!published_.state.compilation.compilation || running()) return;
  link_.control.request(RunRequest::proceed);
  link_.post(std::move(step));
}

void EngineRun::handle(const command::Pause&) {
  link_.control.request(RunRequest::pause);
}

void EngineRun::handle(const command::Stop&) {
  link_.control.request(RunRequest::stop);  // also stops a step in progress
  if (!running()) link_.post([this] { link_.worker().runs.stop(); });
}

void EngineRun::handle(const command::Reset&) {
  if (running()) return;
  beginning("reset the variables", "reset", [this] {
    if (!running()) link_.post([this] { link_.worker().runs.reset(); });
  });
}

void EngineRun::handle(const command::Restart&) {
  if (!published_.state.compilation.compilation) return handle(command::Run());
  beginning("restart the run", "restart", [this] { restartNow(); });
}

void EngineRun::restartNow() {
  if (running()) link_.control.request(RunRequest::stop);
  status_.state = RunState::running;
  started_ = Request::next();
  published_.changed(StateFacet::run);
  link_.post([this, request = started_] {
    link_.control.request(RunRequest::proceed);
    link_.worker().runs.noteStart(request);
    link_.worker().runs.reset();
    link_.worker().runs.run({});
  });
}

void EngineRun::handle(const command::SetPace& command) {
  link_.control.setPace(command.iterationsPerSecond);
  status_.pace = link_.control.pace();
  published_.changed(StateFacet::run);
}

// Only the latest of several slider moves is processed.
void EngineRun::handle(const command::ShowIteration& command) {
  const std::int64_t now = status_.lastIteration + (status_.within ? 1 : 0);
  const std::int64_t shown = status_.within && !status_.looksBack ? now : status_.iteration;
  const std::int64_t iteration = std::clamp<std::int64_t>(command.iteration, 0, now);
  if (running()) return;
  if (iteration == shown)
    return published_.changed(StateFacet::run);  // the slider is at an iteration that is not kept
  look(status_, iteration);
  const bool waiting = wanted_.has_value();
  wanted_ = iteration;
  published_.changed(StateFacet::run);
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
void EngineRun::look(RunStatus& status, std::int64_t iteration) {
  status.iteration = std::min(iteration, status.lastIteration);
  status.looksBack = status.iteration < status.lastIteration ||
                     (status.within && iteration <= status.lastIteration);
  if (status.batches > 0) status.epoch = static_cast<int>(status.iteration / status.batches);
}

void EngineRun::take(const RunNumbers& numbers) {
  const RunState before = status_.state;
  status_ = numbers.status;
  status_.pace = link_.control.pace();
  if (numbers.started != started_) status_.state = before;  // sent before the requested run started
  if (wanted_) look(status_, *wanted_);
}

void EngineRun::forget() {
  waiting_ = {};
  status_ = {};
  status_.pace = link_.control.pace();
}

}  // namespace ng::views
