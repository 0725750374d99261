// SPDX-License-Identifier: Apache-2.0
// Run: the position and the commands of a run. GUI thread only; every command returns at once, the
// run proceeds on another thread or in another process, runChanged() follows.
#pragma once

#include <QObject>
#include <cstdint>

#include "engine/records/record_kinds.h"
#include "engine/records/records.h"
#include "views/core/session/gate.h"

namespace ng::views {

struct RunStatus {
  RunState state = RunState::idle;
  std::int64_t iteration = 0;        // iterations done, or the kept iteration that is shown
  std::int64_t lastIteration = 0;    // iterations done
  std::int64_t totalIterations = 0;  // epochs * batches of the plan; 0: no plan
  int epoch = 0;                     // epochs finished
  int epochs = 0;
  int batches = 0;  // iterations per epoch
  // Steps done within the iteration of stepOp(); 0: between iterations. The last step done is
  // Compilations::compilation()->steps[step - 1].
  int step = 0;
  // The run is paused within iteration lastIteration + 1; values are those computed so far.
  bool within = false;
  // Values belong to the kept iteration, not to the current position of the run.
  bool looksBack = false;
  double microsecondsPerStep = 0;  // measured, without the pace's waiting; 0: not measured
  // Iterations of all computations whose results the variables hold.
  std::int64_t trained = 0;
  bool trainedSaved = false;  // a checkpoint has that state
  bool trains = false;        // the computation assigns variables
  std::int64_t unsaved() const { return trainedSaved ? 0 : trained; }
};

class Run : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual RunStatus status() const = 0;
  RunState runState() const { return status().state; }
  std::int64_t iteration() const { return status().iteration; }
  std::int64_t lastIteration() const { return status().lastIteration; }
  std::int64_t totalIterations() const { return status().totalIterations; }
  int epoch() const { return status().epoch; }
  int epochs() const { return status().epochs; }
  int batches() const { return status().batches; }
  int step() const { return status().step; }
  bool within() const { return status().within; }
  bool looksBack() const { return status().looksBack; }
  double microsecondsPerStep() const { return status().microsecondsPerStep; }

  // Runs to the end of the plan; continues a paused or stopped run. After the end of the plan, runs
  // as many iterations again, from the trained state.
  virtual void run() = 0;
  virtual void pause() = 0;
  virtual void stop() = 0;  // keeps the values computed so far; run() continues
  // Resets variables to their initial values and clears the curves. A computation that assigns no
  // variables keeps their values, because it could not compute them again. Not while running.
  virtual void reset() = 0;
  virtual void restart() {  // from the beginning, also while running
    reset();
    run();
  }
  // Runs the next op. Inside a fused kernel, a second program computes the op's value and
  // Faults::stopped() reports the position; the kernel itself runs with its last op. stepKernel():
  // runs one step of the program.
  virtual void stepOp() = 0;
  virtual void stepKernel() { stepOp(); }
  virtual void stepIteration() = 0;
  virtual void stepEpoch() = 0;
  virtual void stepBack() {}    // goes back one step, or one iteration, by recomputing
  virtual void runTo(OpKey) {}  // until the op is computed next
  // Runs to the first result that is NaN or infinite, or to the end. `everyOp`: to the first such
  // value of any op, even if it reaches no result. Slower: every call runs twice.
  virtual void runToNonFinite(bool /*everyOp*/ = false) {}
  // Only while not running: values, series cursor and slider show that kept iteration; an iteration
  // beyond lastIteration() returns to the current position of a run that is paused within one.
  virtual void showIteration(std::int64_t iteration) = 0;

  // Asked before a command that discards the trained state: reset, restart, or a run after the end
  // of the plan. Without a gate, these run at once.
  virtual void setGate(Gate) {}

  virtual double pace() const = 0;  // iterations per second; 0: full speed
  virtual void setPace(double iterationsPerSecond) = 0;

 signals:
  void runChanged();  // the status or the pace
};

}  // namespace ng::views
