// SPDX-License-Identifier: Apache-2.0
// What each subject asks of its source.
#include "views/core/session/command_variant.h"
#include "views/core/session/subjects.h"

namespace ng::views {

void Documents::open(const QString& path) {
  source_.take(command::Open{path});
}

void Documents::compare(const QString& first, const QString& second) {
  source_.take(command::CompareDocuments{first, second});
}

void Documents::setWords(const QString& labels, const QString& vocabulary) {
  source_.take(command::SetWords{labels, vocabulary});
}

void Documents::close() {
  source_.take(command::Close{});
}

void Compilations::setComputation(const QString& name) {
  source_.take(command::SetComputation{name});
}

void Compilations::setTransformer(const QString& name) {
  source_.take(command::SetTransformer{name});
}

void Compilations::setRanks(const QString& ranks) {
  source_.take(command::SetRanks{ranks});
}

void Compilations::cancel() {
  source_.take(command::CancelCompilation{});
}

void Compilations::readKernel(const QString& kernel) {
  source_.take(command::ReadKernel{kernel, {}});
}

void Compilations::readPastKernel(Request of, const QString& kernel) {
  source_.take(command::ReadKernel{kernel, of});
}

void Compilations::compileWithout(const QString& pass) {
  source_.take(command::CompileWithout{pass});
}

QString Pipelines::setPipeline(const PipelineChoice& choice) {
  source_.take(command::SetPipeline{choice});
  return source_.state().pipeline.refused;
}

void Pipelines::setPassEnabled(const QString& pass, bool enabled) {
  source_.take(command::SetPassEnabled{pass, enabled});
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

void Pipelines::cancelTrial() {
  source_.take(command::CancelTrial{});
}

void Pipelines::dropPipelineTrial(std::size_t index) {
  source_.take(command::DropPipelineTrial{index});
}

void Plans::setBatchSize(std::int64_t samples) {
  source_.take(command::SetBatchSize{samples});
}

void Plans::setLength(const QString& dimension, std::int64_t length) {
  source_.take(command::SetLength{dimension, length});
}

void Plans::setDataFolder(const QString& data, const QString& folder) {
  source_.take(command::SetDataFolder{data, folder});
}

void Plans::setEvaluation(const QString& name, bool enabled) {
  source_.take(command::SetEvaluation{name, enabled});
}

void Plans::setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) {
  source_.take(command::SetCallbacks{callbacks});
}

void Plans::setEpochs(int epochs) {
  source_.take(command::SetEpochs{epochs});
}

void Run::run() {
  source_.take(command::Run{});
}

void Run::pause() {
  source_.take(command::Pause{});
}

void Run::stop() {
  source_.take(command::Stop{});
}

void Run::reset() {
  source_.take(command::Reset{});
}

void Run::restart() {
  source_.take(command::Restart{});
}

void Run::stepOp() {
  source_.take(command::StepOp{});
}

void Run::stepKernel() {
  source_.take(command::StepKernel{});
}

void Run::stepIteration() {
  source_.take(command::StepIteration{});
}

void Run::stepEpoch() {
  source_.take(command::StepEpoch{});
}

void Run::stepBack() {
  source_.take(command::StepBack{});
}

void Run::runTo(OpId op) {
  source_.take(command::RunTo{op});
}

void Run::runToNonFinite(bool everyOp) {
  source_.take(command::RunToNonFinite{everyOp});
}

void Run::showIteration(std::int64_t iteration) {
  source_.take(command::ShowIteration{iteration});
}

void Run::setGate(Gate gate) {
  source_.take(command::SetGate{std::move(gate)});
}

void Run::setPace(double iterationsPerSecond) {
  source_.take(command::SetPace{iterationsPerSecond});
}

void Values::watch(OpId op) {
  source_.take(command::Watch{op});
}

void Values::unwatch(OpId op) {
  source_.take(command::Unwatch{op});
}

void Profile::recordTimeline(bool on) {
  source_.take(command::RecordTimeline{on});
}

void Faults::setBreakpoint(const BreakpointRecord& breakpoint) {
  source_.take(command::SetBreakpoint{breakpoint});
}

void Faults::removeBreakpoint(OpId op) {
  source_.take(command::RemoveBreakpoint{op});
}

void Faults::setWatches(const std::vector<WatchRecord>& watches) {
  source_.take(command::SetWatches{watches});
}

void Faults::watchHealth(bool on) {
  source_.take(command::WatchHealth{on});
}

void Queries::cancelQuery() {
  source_.take(command::CancelQuery{});
}

void Queries::compareValues(const ComparisonChoice& choice) {
  source_.take(command::CompareValues{choice});
}

void Queries::measurePeer() {
  source_.take(command::MeasurePeer{});
}

void Queries::bisectPasses(double tolerance, double slower) {
  source_.take(command::BisectPasses{tolerance, slower});
}

void Queries::predictScaling(const ScalingChoice& choice) {
  source_.take(command::PredictScaling{choice});
}

void Queries::tryKernel(const QString& kernel, const QString& source) {
  source_.take(command::TryKernel{kernel, source});
}

void Queries::writeReproducer(const QString& kernel, const QString& folder) {
  source_.take(command::WriteReproducer{kernel, folder});
}

void Queries::setEdits(const std::vector<ElementEdit>& edits) {
  source_.take(command::SetEdits{edits});
}

void Queries::keepEdits() {
  source_.take(command::KeepEdits{});
}

void Queries::explain(const ElementQuestion& question) {
  source_.take(command::Explain{question});
}

void Checkpoints::save(const QString& path) {
  source_.take(command::SaveCheckpoint{path});
}

void Checkpoints::restore(const QString& path) {
  source_.take(command::RestoreCheckpoint{path});
}

void Checkpoints::match(const QString& path, const BindingChoices& choices) {
  source_.take(command::MatchCheckpoint{path, choices});
}

void Checkpoints::restoreMatched(const QString& path, const BindingChoices& choices) {
  source_.take(command::RestoreMatched{path, choices});
}

void Checkpoints::keep(const QString& path) {
  source_.take(command::KeepState{path});
}

void Checkpoints::restoreKept(const QString& path) {
  source_.take(command::RestoreKept{path});
}

}  // namespace ng::views
