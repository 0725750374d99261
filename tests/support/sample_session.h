// SPDX-License-Identifier: Apache-2.0
// A Session over the sample record that "runs" synchronously by reading off a fixed loss curve, for
// tests of views without the engine.
#pragma once

#include <set>

#include "views/core/session.h"

namespace ng::testing {

class SampleSession : public views::Session {
  Q_OBJECT

 public:
  using Session::Session;

  DocumentRecordPtr document() const override { return document_; }
  CompilationRecordPtr compilation() const override { return compilation_; }
  std::vector<views::TransformerChoice> transformers() const override;
  QStringList computations() const override;
  QString computation() const override { return computation_; }
  QString transformer() const override { return transformer_; }
  views::Progress compileProgress() const override { return {}; }
  std::vector<Diagnostic> messages() const override { return messages_; }

  void open(const QString& path) override;  // "missing.ngraph" is rejected with a message
  void close() override;
  void setComputation(const QString& name) override;
  void setTransformer(const QString& name) override;
  void setPassEnabled(const QString& pass, bool enabled) override;
  void readKernel(const QString&) override {}
  bool readingKernels() const override { return false; }
  void cancel() override { ++cancels; }

  RunState runState() const override { return state_; }
  std::int64_t iteration() const override { return shown_; }
  std::int64_t lastIteration() const override { return done_; }
  std::int64_t totalIterations() const override;
  int epoch() const override { return static_cast<int>(done_ / 10); }
  int epochs() const override { return epochs_; }
  int batches() const override { return 10; }
  int step() const override { return opSteps % 4; }
  double pace() const override { return pace_; }
  double microsecondsPerStep() const override { return done_ > 0 ? 8.4 : 0; }
  std::vector<SeriesRecord> series() const override;
  std::vector<TensorRecord> results() const override;

  void run() override { advance(totalIterations()); }
  void pause() override { setState(RunState::paused); }
  void stop() override { setState(RunState::cancelled); }
  void reset() override;
  void stepOp() override { ++opSteps; }
  void stepIteration() override { advance(done_ + 1); }
  void stepEpoch() override { advance((done_ / 10 + 1) * 10); }
  void setPace(double iterationsPerSecond) override;
  void setEpochs(int epochs) override;
  void showIteration(std::int64_t iteration) override;

  PlanRecord plan() const override { return plan_; }
  void setBatchSize(std::int64_t samples) override;                         // 13 is rejected
  void setDataFolder(const QString& data, const QString& folder) override;  // "missing" is rejected
  void setEvaluation(const QString& name, bool enabled) override;
  void setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) override;

  void watch(OpKey op) override { watches_.insert(op); }
  void unwatch(OpKey op) override { watches_.erase(watches_.find(op)); }
  std::vector<OpKey> watched() const override { return {watches_.begin(), watches_.end()}; }
  TensorRecordPtr value(OpKey op) const override;
  void setValue(OpKey op, TensorRecordPtr value);  // returned from now on

  void save(const QString& path) override { saved = path; }
  void restore(const QString& path) override { restored = path; }

  void say(Diagnostic diagnostic);
  void use(GraphRecordPtr graph);  // shows a document with this graph, not compiled
  void use(DocumentRecordPtr document, CompilationRecordPtr compilation);
  QString saved, restored;
  int cancels = 0, opSteps = 0;

 private:
  void advance(std::int64_t to);
  void setState(RunState state);
  void refuse(const char* what);

  DocumentRecordPtr document_;
  CompilationRecordPtr compilation_;
  PlanRecord plan_;
  QString computation_, transformer_ = "cpu";
  std::vector<Diagnostic> messages_;
  std::multiset<OpKey> watches_;
  std::map<OpKey, TensorRecordPtr> values_;  // set by setValue()
  RunState state_ = RunState::idle;
  std::int64_t done_ = 0, shown_ = 0;
  int epochs_ = 10;
  double pace_ = 0;
};

}  // namespace ng::testing
