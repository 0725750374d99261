// SPDX-License-Identifier: Apache-2.0
// What the workers of the engine's thread share: the open document, its last compilation, and the
// position of its run. Used on that thread only.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/link/carried_state.h"
#include "app/link/engine_control.h"
#include "app/link/engine_requests.h"
#include "app/link/kept_iterations.h"
#include "app/link/run_breakpoints.h"
#include "app/link/run_recorder.h"
#include "app/link/worker/kept_programs.h"
#include "app/link/worker/worker_reports.h"
#include "engine/analysis/health_watch.h"
#include "engine/distributed/rank_threads.h"
#include "engine/documents/document.h"
#include "engine/neon/training/training.h"
#include "views/core/session/state/run_status.h"

namespace ng::views {

struct WorkerState {
  WorkerState(EngineControl& itsControl, WorkerReports& itsReports)
      : control(itsControl), reports(itsReports) {}

  EngineControl& control;
  WorkerReports& reports;

  std::unique_ptr<Document> document;
  std::unique_ptr<Document> planned;  // the document as run: with the user's choices
  DocumentRecordPtr documentRecord;
  CompilationRecordPtr compilation;
  std::map<OpKey, const OpRecord*> ops;  // ops of all graphs of `compilation`
  CompileRequest request;                // that `compilation` answers
  TransformerPtr transformer;
  Op node;
  Computation computation;
  KeptPrograms programs;
  std::map<Request, Computation> past;  // latest compilations, for kernel code
  std::unique_ptr<TrainingRun> run;     // null: see whyNoRun
  std::int64_t planEpochs = 0;          // of the run, without the epochs that runFurther() added
  std::optional<Diagnostic> whyNoRun;
  KeptIterations kept;
  CarriedState carried;                 // of this document's other computations
  bool trains = false;                  // the computation assigns variables
  std::optional<std::int64_t> savedAt;  // trained() of the last checkpoint saved or restored

  // The opened document, and the one `transformer` was made for; edits do not change it.
  Request opened, compiledOf;
  // The document before the edits that are not compiled yet.
  std::unique_ptr<Document> beforeEdits;

  RunBreakpoints breakpoints;
  OpKey target = 0;  // run until this op is computed; 0: to the end
  std::optional<StopRecord> stop;
  ValuesOfCall stopValue;  // value of the op at which the run stopped
  std::uint64_t stops = 0;
  std::unique_ptr<HealthWatch> health;
  RunRecorder recorder;
  // Of a program that is divided among ranks.
  std::shared_ptr<RankStepTimes> rankTimes = std::make_shared<RankStepTimes>();

  RunState state = RunState::idle;
  Request started;  // the last run or step that was started
  std::int64_t shown = 0;
  std::size_t step = 0;      // of the iteration being stepped
  std::size_t opInStep = 0;  // ops of the current step already visited; the step has not run
  // State of the iteration being stepped, while a kept iteration is shown.
  std::optional<StateCopy> halfway;

  void clear();  // the document is closed

  RunStatus status() const;  // without the pace

  bool within() const { return step > 0 || opInStep > 0; }  // within an iteration
  bool beforeFirst() const;                                 // before the first call
  // The iteration that a query about `wanted` uses.
  std::int64_t queriedIteration(std::int64_t wanted) const;

  void indexOps();
  const OpRecord* find(OpKey op) const;  // in `ops`; null: unknown
  Value valueOf(OpKey op) const;
  bool isInLoop(OpKey op) const;
  bool isFed(const Value& value) const;
  bool comesFrom(OpKey made, OpKey op) const;  // whether a pass made one op from the other
  std::size_t stepOf(OpKey op) const;
  bool isDone(OpKey op) const;

  CompileOptions pipelineOptions() const;  // of the last compilation, without progress callback
  Computation storing(const std::vector<OpKey>& wanted, std::vector<OpKey>& stored) const;
  std::int64_t epochsBegun() const;  // of the run; a checkpoint may be beyond the plan's end
  // Iterations, of all computations, whose results the variables hold.
  std::int64_t trained() const;
  bool assigns() const;                          // whether the computation changes a variable
  std::set<std::uint64_t> writtenState() const;  // ids of all assigned variables
  StateCopy wholeState() const;                  // after the last complete iteration
};

// Value Error for a text of ranks that cannot be read. Without `times`, the times of single ranks
// are not measured.
CompileOptions optionsFor(const PipelineChoice& pipeline, const QString& ranks,
                          const std::shared_ptr<RankStepTimes>& times = nullptr);

}  // namespace ng::views
