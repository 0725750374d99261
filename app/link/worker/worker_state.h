// SPDX-License-Identifier: Apache-2.0
// What the workers of the engine's thread share: the open document, its active program, and the
// position of its run. Used on that thread only.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "app/link/carried_state.h"
#include "app/link/engine_control.h"
#include "app/link/run_recorder.h"
#include "app/link/worker/active_program.h"
#include "app/link/worker/kept_programs.h"
#include "app/link/worker/run_position.h"
#include "app/link/worker/worker_reports.h"
#include "views/core/session/state/run_status.h"

namespace ng::views {

struct WorkerState {
  WorkerState(EngineControl& itsControl, WorkerReports& itsReports)
      : control(itsControl), reports(itsReports) {}

  EngineControl& control;
  WorkerReports& reports;

  // -- the document -------------------------------------------------------------------------------
  Request opened;  // edits do not change it
  std::unique_ptr<Document> document;
  DocumentRecordPtr documentRecord;
  std::unique_ptr<Document> beforeEdits;  // before the edits that are not compiled yet
  ModelWordsPtr words;  // that the user chose for the document; null: those that were read

  // -- its programs -------------------------------------------------------------------------------
  ActiveProgram program;
  KeptPrograms programs;
  std::map<Request, Computation> past;  // latest compilations, for kernel code

  // -- the run ------------------------------------------------------------------------------------
  RunPosition at;
  KeptIterations kept;
  CarriedState carried;                 // of this document's other computations
  std::optional<std::int64_t> savedAt;  // trained() of the last checkpoint saved or restored
  RunBreakpoints breakpoints;
  RunRecorder recorder;
  // Of a program that is divided among ranks.
  std::shared_ptr<RankStepTimes> rankTimes = std::make_shared<RankStepTimes>();

  void clear();  // the document is closed

  RunStatus status() const;  // without the pace

  bool beforeFirst() const;  // before the first call
  // The iteration that a query about `wanted` uses.
  std::int64_t queriedIteration(std::int64_t wanted) const;
  // Whether the op's value is available at the current step of the iteration.
  bool isDone(OpId op) const;
  // Iterations, of all computations, whose results the variables hold.
  std::int64_t trained() const;
  StateCopy wholeState() const;  // after the last complete iteration
};

}  // namespace ng::views
