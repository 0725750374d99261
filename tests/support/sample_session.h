// SPDX-License-Identifier: Apache-2.0
// A session over the sample record that "runs" synchronously by reading off a fixed loss curve, for
// tests of views without the engine. Tests replace what it shows through state() and the hooks.
#pragma once

#include <functional>
#include <set>

#include "engine/records/records.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/session/command.h"
#include "views/core/session/subjects.h"

namespace ng::testing {

class SampleSource : public views::Source {
 public:
  SampleSource();
  void take(const views::Command& command) override;

  views::WorkbenchState& shown() { return state_; }
  void use(GraphRecordPtr graph);  // shows a document with this graph, not compiled
  void use(DocumentRecordPtr document, CompilationRecordPtr compilation);
  void setDocument(DocumentRecordPtr document);        // without a signal
  void setCompilation(CompilationRecordPtr compiled);  // what `shows` makes of it, without a signal
  void setPlan(std::function<void(PlanRecord&)> change);
  void setValue(OpId op, TensorRecordPtr value);  // from now on
  void recompute();                               // values and curves
  void setProgress(const views::Progress& progress);

  // What is shown of a compilation; empty: the compilation itself.
  std::function<CompilationRecordPtr(const CompilationRecordPtr&)> shows;
  std::function<TensorRecordPtr(OpId)> computes;  // empty: the sample's values
  // What is shown of the sample's curves; empty: the curves themselves.
  std::function<views::SeriesList(views::SeriesList)> plots;
  QStringList asked;  // passes of command::CompileWithout
  int plannedEpochs = 10;
  int recorders = 0;

 protected:
  views::Messages reports_;

 private:
  void handle(const views::command::Open& command);  // "missing.ngraph" is rejected with a message
  void handle(const views::command::Close&);
  void handle(const views::command::SetComputation& command);
  void handle(const views::command::SetTransformer& command);
  void handle(const views::command::CompileWithout& command) { asked << command.pass; }
  void handle(const views::command::SetPassEnabled& command);
  void handle(const views::command::SetBatchSize& command);  // 13 is rejected
  void handle(const views::command::SetLength& command);
  void handle(const views::command::SetDataFolder& command);  // "missing" is rejected
  void handle(const views::command::SetEvaluation& command);
  void handle(const views::command::SetCallbacks& command);
  void handle(const views::command::SetEpochs& command);
  void handle(const views::command::Run&) { advance(state_.run.totalIterations); }
  void handle(const views::command::Pause&) { setRunState(RunState::paused); }
  void handle(const views::command::Stop&) { setRunState(RunState::cancelled); }
  void handle(const views::command::Reset&) { reset(); }
  void handle(const views::command::Restart&);
  void handle(const views::command::StepOp&) { state_.run.step = (state_.run.step + 1) % 4; }
  void handle(const views::command::StepKernel&) { state_.run.step = (state_.run.step + 1) % 4; }
  void handle(const views::command::StepIteration&) { advance(state_.run.lastIteration + 1); }
  void handle(const views::command::StepEpoch&) {
    advance((state_.run.lastIteration / 10 + 1) * 10);
  }
  void handle(const views::command::ShowIteration& command);
  void handle(const views::command::SetPace& command);
  void handle(const views::command::Watch& command);
  void handle(const views::command::Unwatch& command);
  void handle(const views::command::RecordTimeline& command) { recorders += command.on ? 1 : -1; }

  void refuse(const char* what);
  void compileAgain();
  void reset();
  void advance(std::int64_t to);
  void setRunState(RunState state);
  void moveTo(std::int64_t iteration, RunState state);
  void updateRun();
  void updateValues();
  TensorRecordPtr valueOf(OpId op) const;

  std::multiset<OpId> watches_;
  std::map<OpId, TensorRecordPtr> values_;  // set by the test
  CompilationRecordPtr compiled_;
};

class SampleSession : public SampleSource, public views::Subjects {
 public:
  SampleSession() : Subjects(static_cast<SampleSource&>(*this), reports_) {}
};

}  // namespace ng::testing
