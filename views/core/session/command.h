// SPDX-License-Identifier: Apache-2.0
// Commands: what a user can ask a source for. They return at once; changes are announced.
#pragma once

#include <QString>
#include <vector>

#include "engine/documents/binding/checkpoint_match.h"
#include "engine/records/comparison_choice.h"
#include "engine/records/debug_record.h"
#include "engine/records/element_record.h"
#include "engine/records/pipeline_record.h"
#include "engine/records/plan_callback_record.h"
#include "engine/records/scaling_record.h"
#include "views/core/session/gate.h"
#include "views/core/session/request.h"

namespace ng::views {

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
  OpId op;
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
  OpId op;
};
struct Unwatch {
  OpId op;
};
struct RecordTimeline {
  bool on;
};

struct SetBreakpoint {
  BreakpointRecord breakpoint;
};
struct RemoveBreakpoint {
  OpId op;
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

struct Command;  // any of these: command_variant.h

}  // namespace ng::views
