// SPDX-License-Identifier: Apache-2.0
// Run: the position and the commands of a run. GUI thread only; every command returns at once, the
// run proceeds on another thread or in another process, runChanged() follows.
#pragma once

#include <QObject>

#include "views/core/session/gate.h"
#include "views/core/session/source.h"

namespace ng::views {

class Run : public QObject {
  Q_OBJECT

 public:
  explicit Run(Source& source);  // outlives this object

  const RunStatus& status() const { return source_.state().run; }

  // Runs to the end of the plan; continues a paused or stopped run. After the end of the plan, runs
  // as many iterations again, from the trained state.
  void run();
  void pause();
  // Keeps the values computed so far; run() continues.
  void stop();
  // Resets variables to their initial values and clears the curves. A computation that assigns no
  // variables keeps their values, because it could not compute them again. Not while running.
  void reset();
  void restart();  // from the beginning, also while running
  // Runs the next op. Inside a fused kernel, a second program computes the op's value and
  // Faults::stopped() reports the position; the kernel itself runs with its last op. stepKernel():
  // runs one step of the program.
  void stepOp();
  void stepKernel();
  void stepIteration();
  void stepEpoch();
  // Goes back one step, or one iteration, by recomputing.
  void stepBack();
  void runTo(OpId op);  // until the op is computed next
  // Runs to the first result that is NaN or infinite, or to the end. `everyOp`: to the first such
  // value of any op, even if it reaches no result. Slower: every call runs twice.
  void runToNonFinite(bool everyOp = false);
  // Only while not running: values, series cursor and slider show that kept iteration; an iteration
  // beyond lastIteration() returns to the current position of a run that is paused within one.
  void showIteration(std::int64_t iteration);

  void setGate(Gate gate);

  void setPace(double iterationsPerSecond);

 signals:
  void runChanged();  // the status

 private:
  Source& source_;
};

}  // namespace ng::views
