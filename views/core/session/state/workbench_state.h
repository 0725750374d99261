// SPDX-License-Identifier: Apache-2.0
// Everything that a source shows: records and small values, cheap to copy.
#pragma once

#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/health_log.h"
#include "engine/records/debug_record.h"
#include "engine/records/element_record.h"
#include "engine/records/peer_record.h"
#include "engine/records/pipeline_record.h"
#include "engine/records/records.h"
#include "engine/records/scaling_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "engine/trace/timeline.h"
#include "views/core/session/state/compilation_state.h"
#include "views/core/session/state/run_status.h"

namespace ng {

struct DocumentDifference;
using DocumentDifferencePtr = std::shared_ptr<const DocumentDifference>;

}  // namespace ng

namespace ng::views {

// What is open.
struct DocumentState {
  DocumentRecordPtr document;  // null: nothing is open
  // Why the document cannot be run, edited or compiled, as a sentence; empty: it can.
  QString readOnly;
  DocumentDifferencePtr difference;  // null: no comparison
};

// Which passes and rules a compilation runs, in which order, and trials of their effect.
struct PipelineState {
  PipelineChoice pipeline;     // that the newest compilation was asked to run
  QString refused;             // why the last choice was refused; empty: it was not
  QString undoName, redoName;  // "Disable fuse"; empty: nothing to undo or redo
  bool trying = false;
  std::vector<PipelineTrialRecord> trials;
};

using SeriesList = std::vector<SeriesRecord>;
using TensorList = std::vector<TensorRecord>;
using TensorMap = std::map<OpId, TensorRecordPtr>;

// Curves, results and the values of watched ops, of the shown iteration. The records are immutable.
// The pointers are never null. Series grow while the run proceeds.
struct ValueState {
  std::shared_ptr<const SeriesList> series = std::make_shared<SeriesList>();
  // The results of the last finished call, each with its axes, in the computation's order.
  std::shared_ptr<const TensorList> results = std::make_shared<TensorList>();
  std::shared_ptr<const TensorMap> tensors = std::make_shared<TensorMap>();
  std::vector<OpId> watched;
};

// What was measured of the compilation and the run.
struct ProfileState {
  // The compilation, followed by the recorded part of the run, which grows while it runs. Null:
  // nothing is recorded.
  TimelinePtr timeline;
  // The pace at which kernel times were measured; 0: full speed, or nothing measured yet.
  double timesPace = 0;
  // Microseconds per launch by kernel name, from the last run at full speed; empty if timesPace is
  // 0.
  std::map<std::string, double> fullSpeedTimes;
};

// Breakpoints, watch expressions, where a run stopped, and the health of its values.
struct FaultState {
  std::vector<BreakpointRecord> breakpoints;
  std::vector<WatchRecord> watches;   // with their values in the shown iteration
  std::optional<StopRecord> stopped;  // the position of a run that stopped within an iteration
  HealthLogPtr health;                // summaries of the kernels' outputs; null: never watched
  bool watchesHealth = false;
};

// Answers of background queries about the shown iteration.
struct QueryState {
  bool querying = false;
  ComparisonRecordPtr comparison;
  PeerRecordPtr peer;
  TimelinePtr peerTimeline;  // of some of the peer's calls; null without `peer`
  BisectRecordPtr bisection;
  ScalingRecordPtr scaling;  // stays until the next one
  std::optional<KernelTrialRecord> kernelTrial;
  bool writesReproducers = false;  // only where the engine runs in this process
  std::vector<ElementEdit> edits;
  WhatIfRecordPtr whatIf;  // the results of the edits in the shown iteration
  bool explaining = false;
  ElementOriginPtr elementOrigin;
};

struct WorkbenchState {
  DocumentState document;
  CompilationState compilation;
  PipelineState pipeline;
  PlanRecordPtr plan;  // with the user's changes; null: there is none
  RunStatus run;
  ValueState values;
  ProfileState profile;
  FaultState faults;
  QueryState queries;
};

}  // namespace ng::views
