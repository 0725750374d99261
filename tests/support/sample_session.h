// SPDX-License-Identifier: Apache-2.0
// A session over the sample record that "runs" synchronously by reading off a fixed loss curve, for
// tests of views without the engine. Tests replace what it shows through its public fields.
#pragma once

#include <functional>
#include <set>

#include "engine/records/plan_record.h"
#include "views/core/session/session.h"

namespace ng::testing {

class SampleSession;

class SampleDocuments : public views::Documents {
 public:
  explicit SampleDocuments(SampleSession& session) : session_(session) {}
  DocumentRecordPtr document() const override { return shown; }
  void open(const QString& path) override;  // "missing.ngraph" is rejected with a message
  void close() override;

  DocumentRecordPtr shown;

 private:
  SampleSession& session_;
};

class SampleCompilations : public views::Compilations {
 public:
  explicit SampleCompilations(SampleSession& session) : session_(session) {}
  CompilationRecordPtr compilation() const override;
  views::KeptProgramList keptPrograms() const override { return kept; }
  std::vector<views::TransformerChoice> transformers() const override;
  QStringList computations() const override;
  QString computation() const override { return chosen; }
  QString transformer() const override { return transformer_; }
  views::Progress compileProgress() const override { return {}; }
  void setComputation(const QString& name) override;
  void setTransformer(const QString& name) override;
  void cancel() override {}
  void readKernel(const QString&) override {}
  bool readingKernels() const override { return false; }
  void compileWithout(const QString& pass) override { asked << pass; }
  CompilationRecordPtr compilationWithout(const QString& pass) const override;

  CompilationRecordPtr record;
  views::KeptProgramList kept;
  // What compilation() makes of the record; empty: the record itself.
  std::function<CompilationRecordPtr(const CompilationRecordPtr&)> shows;
  QStringList asked;                                // passes of compileWithout()
  std::map<QString, CompilationRecordPtr> without;  // the answers
  QString chosen;

 private:
  SampleSession& session_;
  QString transformer_ = "cpu";
};

class SamplePipelines : public views::Pipelines {
 public:
  explicit SamplePipelines(SampleSession& session) : session_(session) {}
  void setPassEnabled(const QString& pass, bool enabled) override;

 private:
  SampleSession& session_;
};

class SamplePlans : public views::Plans {
 public:
  explicit SamplePlans(SampleSession& session) : session_(session) {}
  PlanRecord plan() const override { return shown; }
  void setBatchSize(std::int64_t samples) override;  // 13 is rejected
  void setLength(const QString& dimension, std::int64_t length) override;
  void setDataFolder(const QString& data, const QString& folder) override;  // "missing" is rejected
  void setEvaluation(const QString& name, bool enabled) override;
  void setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) override;
  void setEpochs(int epochs) override;

  PlanRecord shown;

 private:
  void refuse(const char* what);
  SampleSession& session_;
};

class SampleRun : public views::Run {
 public:
  explicit SampleRun(SampleSession& session) : session_(session) {}
  views::RunStatus status() const override;
  void run() override { advance(totalIterations()); }
  void pause() override { setState(RunState::paused); }
  void stop() override { setState(RunState::cancelled); }
  void reset() override;
  void stepOp() override { ++opSteps_; }
  void stepIteration() override { advance(lastIteration() + 1); }
  void stepEpoch() override { advance((lastIteration() / 10 + 1) * 10); }
  void showIteration(std::int64_t iteration) override;
  double pace() const override { return pace_; }
  void setPace(double iterationsPerSecond) override;

  int plannedEpochs = 10;

 private:
  void advance(std::int64_t to);
  void setState(RunState state);

  SampleSession& session_;
  RunState state_ = RunState::idle;
  std::int64_t done_ = 0, shown_ = 0;
  int opSteps_ = 0;
  double pace_ = 0;
};

class SampleValues : public views::Values {
 public:
  explicit SampleValues(SampleSession& session) : session_(session) {}
  std::vector<SeriesRecord> series() const override;
  std::vector<TensorRecord> results() const override;
  void watch(OpKey op) override { watches_.insert(op); }
  void unwatch(OpKey op) override { watches_.erase(watches_.find(op)); }
  std::vector<OpKey> watched() const override { return {watches_.begin(), watches_.end()}; }
  TensorRecordPtr value(OpKey op) const override;
  void setValue(OpKey op, TensorRecordPtr value);  // returned from now on

  std::function<TensorRecordPtr(OpKey)> computes;  // empty: the sample's values
  // What series() makes of the sample's curves; empty: the curves themselves.
  std::function<std::vector<SeriesRecord>(std::vector<SeriesRecord>)> plots;

 private:
  SampleSession& session_;
  std::multiset<OpKey> watches_;
  std::map<OpKey, TensorRecordPtr> values_;
};

class SampleProfile : public views::Profile {
 public:
  TimelinePtr timeline() const override { return recorded; }
  void recordTimeline(bool on) override { recorders += on ? 1 : -1; }
  double timesPace() const override { return pace; }
  std::map<std::string, double> fullSpeedTimes() const override { return full; }

  std::shared_ptr<Timeline> recorded;
  int recorders = 0;
  double pace = 0;
  std::map<std::string, double> full;
};

class SampleFaults : public views::Faults {
 public:
  std::vector<BreakpointRecord> breakpoints() const override { return shown; }
  std::vector<BreakpointRecord> shown;
};

class SampleCheckpoints : public views::Checkpoints {
 public:
  void save(const QString&) override {}
  void restore(const QString&) override {}
  void match(const QString&, const BindingChoices&) override {}
  void restoreMatched(const QString&, const BindingChoices&) override {}
};

class SampleSession {
 public:
  operator views::Session() {
    return {documents, messages, compilations, pipelines, plans,      run,
            values,    profile,  faults,       queries,   checkpoints};
  }
  void use(GraphRecordPtr graph);  // shows a document with this graph, not compiled
  void use(DocumentRecordPtr document, CompilationRecordPtr compilation);

  SampleDocuments documents{*this};
  views::Messages messages;
  SampleCompilations compilations{*this};
  SamplePipelines pipelines{*this};
  SamplePlans plans{*this};
  SampleRun run{*this};
  SampleValues values{*this};
  SampleProfile profile;
  SampleFaults faults;
  views::Queries queries;
  SampleCheckpoints checkpoints;
};

}  // namespace ng::testing
