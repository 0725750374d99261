// SPDX-License-Identifier: Apache-2.0
// Run: the position and the commands of a run. GUI thread only; every command returns at once, the
// run proceeds on another thread or in another process, runChanged() follows.
#pragma once

#include <QObject>

#include "views/core/session/source.h"

namespace ng::views {

class Run : public QObject {
  Q_OBJECT

 public:
  explicit Run(Source& source);  // outlives this object

  const RunStatus& status() const { return source_.state().run; }

  // Runs to the end of the plan; continues a paused or stopped run. After the end of the plan, runs
  // as many iterations again, from the trained state.
  void run() { source_.take(command::Run{}); }
  void pause() { source_.take(command::Pause{}); }
  // Keeps the values computed so far; run() continues.
  void stop() { source_.take(command::Stop{}); }
  // Resets variables to their initial values and clears the curves. A computation that assigns no
  // variables keeps their values, because it could not compute them again. Not while running.
  void reset() { source_.take(command::Reset{}); }
  void restart() { source_.take(command::Restart{}); }  // from the beginning, also while running
  // Runs the next op. Inside a fused kernel, a second program computes the op's value and
  // Faults::stopped() reports the position; the kernel itself runs with its last op. stepKernel():
  // runs one step of the program.
  void stepOp() { source_.take(command::StepOp{}); }
  void stepKernel() { source_.take(command::StepKernel{}); }
  void stepIteration() { source_.take(command::StepIteration{}); }
  void stepEpoch() { source_.take(command::StepEpoch{}); }
  // Goes back one step, or one iteration, by recomputing.
  void stepBack() { source_.take(command::StepBack{}); }
  void runTo(OpKey op) { source_.take(command::RunTo{op}); }  // until the op is computed next
  // Runs to the first result that is NaN or infinite, or to the end. `everyOp`: to the first such
  // value of any op, even if it reaches no result. Slower: every call runs twice.
  void runToNonFinite(bool everyOp = false) { source_.take(command::RunToNonFinite{everyOp}); }
  // Only while not running: values, series cursor and slider show that kept iteration; an iteration
  // beyond lastIteration() returns to the current position of a run that is paused within one.
  void showIteration(std::int64_t iteration) { source_.take(command::ShowIteration{iteration}); }

  void setGate(Gate gate) { source_.take(command::SetGate{std::move(gate)}); }

  void setPace(double iterationsPerSecond) { source_.take(command::SetPace{iterationsPerSecond}); }

 signals:
  void runChanged();  // the status

 private:
  Source& source_;
};

}  // namespace ng::views
