// SPDX-License-Identifier: Apache-2.0
// Pipeline choices for the engine in this process, with undo, and trials of their effect.
#pragma once

#include <memory>

#include "app/link/pipeline_steps.h"
#include "app/link/session/engine_compilations.h"

namespace ng::views {

class EnginePipelines : public QObject {
 public:
  EnginePipelines(EngineLink& link, Published& published, EngineCompilations& compilations);

  void handle(const command::SetPipeline& command) { set(command.choice); }
  void handle(const command::SetPassEnabled& command);
  void handle(const command::UndoPipeline&);
  void handle(const command::RedoPipeline&);
  void handle(const command::TryPipeline&);
  void handle(const command::CancelTrial&) { cancelTrial(); }
  void handle(const command::DropPipelineTrial& command);

  void cancelTrial();
  void forget();  // the document

 private:
  void set(PipelineChoice choice);
  void compile();
  void showSteps();
  void listen();
  void take(const std::shared_ptr<const PipelineTrialRecord>& trial, Request request);

  EngineLink& link_;
  Published& published_;
  PipelineState& state_;
  EngineCompilations& compilations_;
  PipelineSteps steps_;
  NewestRequest trial_;  // earlier trials are abandoned
};

}  // namespace ng::views
