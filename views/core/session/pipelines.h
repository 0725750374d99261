// SPDX-License-Identifier: Apache-2.0
// Pipelines: which passes and rules a compilation runs, in which order, and trials of their effect.
// GUI thread only.
#pragma once

#include <QObject>

#include "views/core/session/state/pipeline_state.h"

namespace ng::views {

class Source;

class Pipelines : public QObject {
  Q_OBJECT

 public:
  explicit Pipelines(Source& source);  // outlives this object

  // As in PipelineState. setPipeline() compiles again; it refuses an invalid order, changes nothing
  // and returns the reason. Changes can be undone until another document or transformer is chosen.
  PipelineChoice pipeline() const;
  QString setPipeline(const PipelineChoice& choice);
  void setPassEnabled(const QString& pass, bool enabled);  // compiles again
  QString pipelineUndoName() const;
  QString pipelineRedoName() const;
  void undoPipeline();
  void redoPipeline();

  // Runs the current and the full pipeline with the same arguments and compares them. The trial is
  // kept until dropPipelineTrial(). Emits pipelineTrialsChanged(); a run or a compilation cancels
  // the trial.
  void tryPipeline();
  bool tryingPipeline() const;
  void cancelTrial();
  std::vector<PipelineTrialRecord> pipelineTrials() const;
  void dropPipelineTrial(std::size_t index);

 signals:
  void pipelineTrialsChanged();  // a trial started, finished, was cancelled or was dropped

 private:
  Source& source_;
};

}  // namespace ng::views
