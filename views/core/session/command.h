// SPDX-License-Identifier: Apache-2.0
// Command: a user's request to a source. Commands return at once; changes are announced.
#pragma once

#include <QString>
#include <functional>
#include <variant>
#include <vector>

#include "engine/documents/binding/checkpoint_match.h"
#include "engine/records/comparison_choice.h"
#include "engine/records/debug_record.h"
#include "engine/records/element_record.h"
#include "engine/records/pipeline_record.h"
#include "engine/records/plan_callback_record.h"
#include "engine/records/scaling_record.h"
#include "views/core/session/request.h"

namespace ng::views {

// Asks the user before a command that discards trained state.
// Calls `run` now, later (when the user agrees) or never. `words` and `verb` name the command:
// "restart the run" as in "Save it before you …?", "restart" as in "Save state and …".
using Gate =
    std::function<void(const QString& words, const QString& verb, std::function<void()> run)>;

namespace command {

struct Open {
  QString path;
};
struct CompareDocuments {
  QString first, second;
};
struct Close {};
// Labels of classes and a vocabulary from these files; an empty path keeps the document's.
struct SetWords {
  QString labels, vocabulary;
};

struct SetComputation {
  QString name;
};
struct SetTransformer {
  QString name;
};
struct SetRanks {
  QString ranks;
};
struct CancelCompilation {};
struct ReadKernel {
  QString kernel;
  Request compilation;  // empty: the newest
};
struct CompileWithout {
  QString pass;
};

struct SetPipeline {
  PipelineChoice choice;
};
struct SetPassEnabled {
  QString pass;
  bool enabled;
};
struct UndoPipeline {};
struct RedoPipeline {};
struct TryPipeline {};
struct CancelTrial {};
struct DropPipelineTrial {
  std::size_t index;
};

struct SetBatchSize {
  std::int64_t samples;
};
struct SetLength {
  QString dimension;
  std::int64_t length;
};
struct SetDataFolder {
  QString data, folder;
};
struct SetEvaluation {
  QString name;
  bool enabled;
};
struct SetCallbacks {
  std::vector<PlanCallbackRecord> callbacks;
};
struct SetEpochs {
  int epochs;
};

struct Run {};
struct Pause {};
struct Stop {};
struct Reset {};
struct Restart {};
struct StepOp {};
struct StepKernel {};
struct StepIteration {};
struct StepEpoch {};
struct StepBack {};
struct RunTo {
  OpKey op;
};
struct RunToNonFinite {
  bool everyOp;
};
struct ShowIteration {
  std::int64_t iteration;
};
struct SetPace {
  double iterationsPerSecond;
};
// The gate is asked before a command that discards the trained state, or a plan change that
// restarts the run. Without a gate, these happen at once.
struct SetGate {
  Gate gate;
};

struct Watch {
  OpKey op;
};
struct Unwatch {
  OpKey op;
};
struct RecordTimeline {
  bool on;
};

struct SetBreakpoint {
  BreakpointRecord breakpoint;
};
struct RemoveBreakpoint {
  OpKey op;
};
struct SetWatches {
  std::vector<WatchRecord> watches;
};
struct WatchHealth {
  bool on;
};

struct CancelQuery {};
struct CompareValues {
  ComparisonChoice choice;
};
struct MeasurePeer {};
struct BisectPasses {
  double tolerance, slower;
};
struct PredictScaling {
  ScalingChoice choice;
};
struct TryKernel {
  QString kernel, source;
};
struct WriteReproducer {
  QString kernel, folder;
};
struct SetEdits {
  std::vector<ElementEdit> edits;
};
struct KeepEdits {};
struct Explain {
  ElementQuestion question;
};

struct SaveCheckpoint {
  QString path;
};
struct RestoreCheckpoint {
  QString path;
};
struct MatchCheckpoint {
  QString path;
  BindingChoices choices;
};
struct RestoreMatched {
  QString path;
  BindingChoices choices;
};
struct KeepState {
  QString path;
};
struct RestoreKept {
  QString path;
};

}  // namespace command

using Command = std::variant<
    command::Open, command::CompareDocuments, command::Close, command::SetWords,
    command::SetComputation, command::SetTransformer, command::SetRanks, command::CancelCompilation,
    command::ReadKernel, command::CompileWithout, command::SetPipeline, command::SetPassEnabled,
    command::UndoPipeline, command::RedoPipeline, command::TryPipeline, command::CancelTrial,
    command::DropPipelineTrial, command::SetBatchSize, command::SetLength, command::SetDataFolder,
    command::SetEvaluation, command::SetCallbacks, command::SetEpochs, command::Run, command::Pause,
    command::Stop, command::Reset, command::Restart, command::StepOp, command::StepKernel,
    command::StepIteration, command::StepEpoch, command::StepBack, command::RunTo,
    command::RunToNonFinite, command::ShowIteration, command::SetPace, command::SetGate,
    command::Watch, command::Unwatch, command::RecordTimeline, command::SetBreakpoint,
    command::RemoveBreakpoint, command::SetWatches, command::WatchHealth, command::CancelQuery,
    command::CompareValues, command::MeasurePeer, command::BisectPasses, command::PredictScaling,
    command::TryKernel, command::WriteReproducer, command::SetEdits, command::KeepEdits,
    command::Explain, command::SaveCheckpoint, command::RestoreCheckpoint, command::MatchCheckpoint,
    command::RestoreMatched, command::KeepState, command::RestoreKept>;

}  // namespace ng::views
