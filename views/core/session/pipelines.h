// SPDX-License-Identifier: Apache-2.0
// Pipelines: which passes and rules a compilation runs, in which order, and trials of their effect.
// GUI thread only.
#pragma once

#include <QObject>

#include "views/core/session/source.h"

namespace ng::views {

class Pipelines : public QObject {
  Q_OBJECT

 public:
  explicit Pipelines(Source& source);  // outlives this object

  // As in PipelineState. setPipeline() compiles again; it refuses an invalid order, changes nothing
  // and returns the reason. Changes can be undone until another document or transformer is chosen.
  PipelineChoice pipeline() const;
  QString setPipeline(const PipelineChoice& choice);
  // Compiles again.
  void setPassEnabled(const QString& pass, bool enabled);
  QString pipelineUndoName() const { return source_.state().pipeline.undoName; }
  QString pipelineRedoName() const { return source_.state().pipeline.redoName; }
  void undoPipeline();
  void redoPipeline();

  // Runs the current and the full pipeline with the same arguments and compares them. The trial is
  // kept until dropPipelineTrial(). Emits pipelineTrialsChanged(); a run or a compilation cancels
  // the trial.
  void tryPipeline();
  bool tryingPipeline() const { return source_.state().pipeline.trying; }
  void cancelTrial();
  std::vector<PipelineTrialRecord> pipelineTrials() const;
  void dropPipelineTrial(std::size_t index);

 signals:
  void pipelineTrialsChanged();  // a trial started, finished, was cancelled or was dropped

 private:
  Source& source_;
};

}  // namespace ng::views
