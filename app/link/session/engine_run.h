// SPDX-License-Identifier: Apache-2.0
// The run of the engine in this process, as the last frame showed it.
#pragma once

#include <functional>
#include <optional>

#include "app/link/engine_frame.h"
#include "app/link/session/engine_compilations.h"

namespace ng::views {

class EngineRun : public QObject {
 public:
  EngineRun(EngineLink& link, Published& published, EngineCompilations& compilations);

  void handle(const command::Run&);
  void handle(const command::Pause&);
  void handle(const command::Stop&);
  void handle(const command::Reset&);
  void handle(const command::Restart&);
  void handle(const command::StepOp&);
  void handle(const command::StepKernel&);
  void handle(const command::StepIteration&);
  void handle(const command::StepEpoch&);
  void handle(const command::StepBack&);
  void handle(const command::RunTo& command);
  void handle(const command::RunToNonFinite& command);
  void handle(const command::ShowIteration& command);
  void handle(const command::SetPace& command);
  void handle(const command::SetGate& command) { gate_ = command.gate; }

  bool running() const { return status_.state == RunState::running; }
  const Gate& gate() const { return gate_; }
  void take(const RunNumbers& numbers);  // of a frame, without a signal
  void forget();                         // the document
  void startWaiting();                   // the run requested before the compilation was ready
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
  static void look(RunStatus& status, std::int64_t iteration);

  EngineLink& link_;
  Published& published_;
  RunStatus& status_;
  EngineCompilations& compilations_;
  Gate gate_;
  Request started_;                     // the last requested run or step
  std::function<void()> waiting_;       // run requested during a compilation
  std::optional<std::int64_t> wanted_;  // iteration last requested by the slider
};

}  // namespace ng::views
