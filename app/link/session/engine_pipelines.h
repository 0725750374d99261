// SPDX-License-Identifier: Apache-2.0
// Pipeline choices for the engine in this process, with undo, and trials of their effect.
#pragma once

#include <memory>

#include "app/link/pipeline_steps.h"
#include "app/link/session/engine_compilations.h"
#include "views/core/session/pipelines.h"
#include "views/core/session/run.h"

namespace ng::views {

class EnginePipelines : public Pipelines {
  Q_OBJECT

 public:
  EnginePipelines(EngineLink& link, EngineCompilations& compilations, Run& run);

  PipelineChoice pipeline() const override { return steps_.now; }
  QString setPipeline(const PipelineChoice& choice) override;
  void setPassEnabled(const QString& pass, bool enabled) override;
  QString pipelineUndoName() const override { return steps_.undoName(); }
  QString pipelineRedoName() const override { return steps_.redoName(); }
  void undoPipeline() override;
  void redoPipeline() override;
  void tryPipeline() override;
  bool tryingPipeline() const override { return trying_; }
  void cancelTrial() override;
  std::vector<PipelineTrialRecord> pipelineTrials() const override { return trials_; }
  void dropPipelineTrial(std::size_t index) override;

  void forget();  // the document

 private:
  void compile();
  void take(const std::shared_ptr<const PipelineTrialRecord>& trial, Request request);

  EngineLink& link_;
  EngineCompilations& compilations_;
  Run& run_;
  PipelineSteps steps_;
  std::vector<PipelineTrialRecord> trials_;
  bool trying_ = false;
  NewestRequest trial_;  // earlier trials are abandoned
};

}  // namespace ng::views
