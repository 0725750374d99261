// SPDX-License-Identifier: Apache-2.0
// What each subject shows of its source's state.
#include "engine/records/plan_record.h"
#include "views/core/session/subjects.h"

namespace ng::views {

CompilationRecordPtr Compilations::compilation() const {
  return source_.state().compilation.compilation;
}

std::vector<PastCompilation> Compilations::compilations() const {
  return source_.state().compilation.past;
}

KeptProgramList Compilations::keptPrograms() const {
  return source_.state().compilation.kept;
}

std::vector<TransformerChoice> Compilations::transformers() const {
  return source_.state().compilation.transformers;
}

QStringList Compilations::computations() const {
  return source_.state().compilation.computations;
}

CompilationRecordPtr Compilations::compilationWithout(const QString& pass) const {
  const auto& without = source_.state().compilation.without;
  const auto found = without.find(pass);
  return found == without.end() ? nullptr : found->second;
}

PipelineChoice Pipelines::pipeline() const {
  return source_.state().pipeline.pipeline;
}

std::vector<PipelineTrialRecord> Pipelines::pipelineTrials() const {
  return source_.state().pipeline.trials;
}

PlanRecord Plans::plan() const {
  const PlanRecordPtr& plan = source_.state().plan;
  return plan ? *plan : PlanRecord();
}

SeriesList Values::series() const {
  return *source_.state().values.series;
}

TensorList Values::results() const {
  return *source_.state().values.results;
}

std::vector<OpId> Values::watched() const {
  return source_.state().values.watched;
}

TensorRecordPtr Values::value(OpId op) const {
  const TensorMap& tensors = *source_.state().values.tensors;
  const auto found = tensors.find(op);
  return found == tensors.end() ? nullptr : found->second;
}

std::map<std::string, double> Profile::fullSpeedTimes() const {
  return source_.state().profile.fullSpeedTimes;
}

std::vector<BreakpointRecord> Faults::breakpoints() const {
  return source_.state().faults.breakpoints;
}

std::vector<WatchRecord> Faults::watches() const {
  return source_.state().faults.watches;
}

std::optional<StopRecord> Faults::stopped() const {
  return source_.state().faults.stopped;
}

std::optional<KernelTrialRecord> Queries::kernelTrial() const {
  return source_.state().queries.kernelTrial;
}

std::vector<ElementEdit> Queries::edits() const {
  return source_.state().queries.edits;
}

}  // namespace ng::views
