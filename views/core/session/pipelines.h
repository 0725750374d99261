// SPDX-License-Identifier: Apache-2.0
// Pipelines: which passes and rules a compilation runs, in which order, and trials of their effect.
// GUI thread only.
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "engine/records/pipeline_record.h"

namespace ng::views {

class Pipelines : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // The passes and rules that the newest compilation was asked to run. setPipeline() compiles
  // again; it refuses an invalid order, changes nothing and returns the reason. Changes can be
  // undone until another document or transformer is chosen. The undo and redo names are empty if
  // there is nothing to undo or redo.
  virtual PipelineChoice pipeline() const { return {}; }
  virtual QString setPipeline(const PipelineChoice&) { return {}; }
  virtual void setPassEnabled(const QString& pass, bool enabled) = 0;  // compiles again
  virtual QString pipelineUndoName() const { return {}; }
  virtual QString pipelineRedoName() const { return {}; }
  virtual void undoPipeline() {}
  virtual void redoPipeline() {}

  // Runs the current and the full pipeline with the same arguments and compares them. The trial is
  // kept until dropPipelineTrial(). Emits pipelineTrialsChanged(); a run or a compilation cancels
  // the trial.
  virtual void tryPipeline() {}
  virtual bool tryingPipeline() const { return false; }
  virtual void cancelTrial() {}
  virtual std::vector<PipelineTrialRecord> pipelineTrials() const { return {}; }
  virtual void dropPipelineTrial(std::size_t) {}

 signals:
  void pipelineTrialsChanged();  // a trial started, finished, was cancelled or was dropped
};

}  // namespace ng::views
