// SPDX-License-Identifier: Apache-2.0
#include "app/window/running_work.h"

#include <utility>

namespace ng::views {

namespace {

constexpr int shortJob = 150;  // ms; shorter jobs are not shown in the status line either

}  // namespace

RunningWork::RunningWork(Workspace& workspace, Actions& actions)
    : workspace_(workspace), actions_(actions) {
  const Compilations* compilations = &workspace.compilations;
  connect(compilations, &Compilations::compilationStarted, this, &RunningWork::compilationStarted);
  for (auto signal : {&Compilations::compilationChanged, &Compilations::compilationFailed})
    connect(compilations, signal, this, &RunningWork::compilationEnded);
  connect(&workspace.run, &Run::runChanged, this, &RunningWork::followRun);
  timer_.setSingleShot(true);
  timer_.setInterval(shortJob);
  connect(&timer_, &QTimer::timeout, this, &RunningWork::followStop);
  connect(&workspace.jobs, &Jobs::changed, this, &RunningWork::followStop);
  for (auto signal : {&Compilations::compilationStarted, &Compilations::compilationChanged,
                      &Compilations::compilationFailed})
    connect(compilations, signal, this, &RunningWork::followStop);
  connect(&workspace.run, &Run::runChanged, this, &RunningWork::followStop);
  followStop();
  compilationEnded();
}

void RunningWork::compilationStarted() {
  if (compilation_ == 0)
    compilation_ = workspace_.jobs.begin("compile", [this] {
      compilation_ = 0;
      workspace_.compilations.cancel();
    });
  actions_["compile.cancel"]->setEnabled(true);
}

void RunningWork::compilationEnded() {
  workspace_.jobs.finish(std::exchange(compilation_, 0));
  actions_["compile.cancel"]->setEnabled(false);
  actions_["compile.again"]->setEnabled(workspace_.documents.document() &&
                                        workspace_.documents.readOnly().isEmpty());
}

void RunningWork::followRun() {
  const RunStatus status = workspace_.run.status();
  const bool running = status.state == RunState::running;
  if (running && run_ == 0)
    run_ = workspace_.jobs.begin("run", [this] {
      run_ = 0;
      workspace_.run.stop();
    });
  if (!running) workspace_.jobs.finish(std::exchange(run_, 0));
  if (running && status.totalIterations > 0)
    workspace_.jobs.report(run_, static_cast<double>(status.lastIteration) /
                                     static_cast<double>(status.totalIterations));
}

// Cancels the compilation or the run first: other jobs, such as a layout, are small in comparison.
void RunningWork::stop() {
  if (compilation_ != 0) return workspace_.jobs.cancel(compilation_);
  if (run_ != 0) return workspace_.jobs.cancel(run_);
  if (!workspace_.jobs.cancelLongest()) workspace_.run.stop();  // a paused run
}

// Delayed so that short jobs do not make the button flicker.
void RunningWork::followStop() {
  const std::vector<JobInfo> running = workspace_.jobs.running();
  const bool lasts = !running.empty() && running.front().milliseconds >= shortJob;
  if (!running.empty() && !lasts) timer_.start();
  const RunState state = workspace_.run.status().state;
  actions_["run.stop"]->setEnabled(workspace_.compilations.compileProgress().busy || lasts ||
                                   state == RunState::running || state == RunState::paused);
}

}  // namespace ng::views
