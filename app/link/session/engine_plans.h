// SPDX-License-Identifier: Apache-2.0
// Plan changes for the engine in this process: each requests a compilation with new choices.
#pragma once

#include <functional>

#include "app/link/session/engine_run.h"

namespace ng::views {

class EnginePlans : public QObject {
 public:
  EnginePlans(EngineLink& link, Published& published, EngineCompilations& compilations,
              EngineRun& run);

  void handle(const command::SetBatchSize& command);
  void handle(const command::SetLength& command);
  void handle(const command::SetDataFolder& command);
  void handle(const command::SetEvaluation& command);
  void handle(const command::SetCallbacks& command);
  void handle(const command::SetEpochs& command);

 private:
  PlanRecord shown() const;
  // Compiles with changed choices; through the gate if the run restarts.
  void compile(std::function<void(RunOverrides&)> change);

  EngineLink& link_;
  Published& published_;
  EngineCompilations& compilations_;
  EngineRun& run_;
};

}  // namespace ng::views
