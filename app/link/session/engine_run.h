// SPDX-License-Identifier: Apache-2.0
// The run of the engine in this process, as the last frame showed it.
#pragma once

#include "app/link/engine_frame.h"
#include "app/link/session/engine_compilations.h"
#include "views/core/session/run.h"

namespace ng::views {

class EngineRun : public Run {
  Q_OBJECT

 public:
  EngineRun(EngineLink& link, EngineDocuments& documents, EngineCompilations& compilations);

  RunStatus status() const override;
  void run() override;
  void pause() override;
  void stop() override;
  void reset() override;
  void restart() override;
  void stepOp() override;
  void stepKernel() override;
  void stepIteration() override;
  void stepEpoch() override;
  void stepBack() override;
  void runTo(OpKey op) override;
  void runToNonFinite(bool everyOp = false) override;
  void showIteration(std::int64_t iteration) override;
  double pace() const override { return link_.control.pace(); }
  void setPace(double iterationsPerSecond) override;
  void setGate(Gate gate) override { gate_ = std::move(gate); }

  bool running() const { return now_.state == RunState::running; }
  void take(RunNumbers numbers);  // of a frame, without a signal
  void forget();                  // the document
  void startWaiting();            // the run requested before the compilation was ready
  // Runs a command that discards the trained state, through the gate.
  void discarding(const QString& words, const QString& verb, std::function<void()> command);

 private:
  // Starts a run; refused while one is running. Without a compilation it starts after the next one.
  void start(std::function<void()> work);
  void postStep(std::function<void()> step);
  void restartNow();
  // discarding() if the computation assigns variables: otherwise it starts over with their values.
  void beginning(const QString& words, const QString& verb, std::function<void()> command);
  // start() of a run to the end of the plan; a run that is over begins again.
  void startOver(const QString& words, std::function<void()> work);
  void look(RunNumbers& numbers, std::int64_t iteration) const;

  EngineLink& link_;
  EngineDocuments& documents_;
  EngineCompilations& compilations_;
  RunNumbers now_;
  Gate gate_;
  Request started_;                     // the last requested run or step
  std::function<void()> waiting_;       // run requested during a compilation
  std::optional<std::int64_t> wanted_;  // iteration last requested by the slider
};

}  // namespace ng::views
