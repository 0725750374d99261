// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/pipelines.h"

#include "views/core/session/source.h"

namespace ng::views {

Pipelines::Pipelines(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::pipelineTrials)) emit pipelineTrialsChanged();
  });
}

PipelineChoice Pipelines::pipeline() const {
  return source_.state().pipeline.pipeline;
}

QString Pipelines::setPipeline(const PipelineChoice& choice) {
  source_.take(command::SetPipeline{choice});
  return source_.state().pipeline.refused;
}

void Pipelines::setPassEnabled(const QString& pass, bool enabled) {
  source_.take(command::SetPassEnabled{pass, enabled});
}

QString Pipelines::pipelineUndoName() const {
  return source_.state().pipeline.undoName;
}

QString Pipelines::pipelineRedoName() const {
  return source_.state().pipeline.redoName;
}

void Pipelines::undoPipeline() {
  source_.take(command::UndoPipeline{});
}

void Pipelines::redoPipeline() {
  source_.take(command::RedoPipeline{});
}

void Pipelines::tryPipeline() {
  source_.take(command::TryPipeline{});
}

bool Pipelines::tryingPipeline() const {
  return source_.state().pipeline.trying;
}

void Pipelines::cancelTrial() {
  source_.take(command::CancelTrial{});
}

std::vector<PipelineTrialRecord> Pipelines::pipelineTrials() const {
  return source_.state().pipeline.trials;
}

void Pipelines::dropPipelineTrial(std::size_t index) {
  source_.take(command::DropPipelineTrial{index});
}

}  // namespace ng::views
