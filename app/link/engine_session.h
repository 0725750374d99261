// SPDX-License-Identifier: Apache-2.0
// Session over the engine in this process. The worker has its own thread; the window receives
// records by signal.
#pragma once

#include <QThread>
#include <atomic>
#include <map>
#include <set>

#include "app/link/engine_worker.h"
#include "app/link/pipeline_steps.h"
#include "app/link/record_changes.h"
#include "views/core/kernel_case_writer.h"
#include "views/core/session.h"

namespace ng::views {

class EngineSession : public Session, public KernelCaseWriter {
  Q_OBJECT

 public:
  explicit EngineSession(QObject* parent = nullptr);
  ~EngineSession() override;  // cancels and waits for the worker

  DocumentRecordPtr document() const override { return document_; }
  CompilationRecordPtr compilation() const override { return compilation_; }
  std::vector<PastCompilation> compilations() const override { return past_; }
  std::vector<TransformerChoice> transformers() const override { return transformers_; }
  QStringList computations() const override { return computations_; }
  QString computation() const override { return computation_; }
  QString transformer() const override { return transformer_; }
  Progress compileProgress() const override { return progress_; }
  std::vector<Diagnostic> messages() const override { return messages_; }

  void open(const QString& path) override;
  // Path of the document being read; empty: none.
  QString opening() const { return opening_ ? opening_->path : QString(); }
  void cancelOpening();  // keeps the open document, unless the new one has already been read
  // Shows and compiles a draft. Only the latest of several waiting drafts is used.
  void adopt(DraftDocument draft);
  void close() override;
  void setComputation(const QString& name) override;
  void setTransformer(const QString& name) override;
  void setPassEnabled(const QString& pass, bool enabled) override;
  PipelineChoice pipeline() const override { return pipeline_.now; }
  QString setPipeline(const PipelineChoice& choice) override;
  QString pipelineUndoName() const override { return pipeline_.undoName(); }
  QString pipelineRedoName() const override { return pipeline_.redoName(); }
  void undoPipeline() override;
  void redoPipeline() override;
  void tryPipeline() override;
  bool tryingPipeline() const override { return trying_; }
  std::vector<PipelineTrialRecord> pipelineTrials() const override { return trials_; }
  void dropPipelineTrial(std::size_t index) override;
  void readKernel(const QString& kernel) override { readPastKernel(number_, kernel); }
  void readPastKernel(int number, const QString& kernel) override;
  bool readingKernels() const override { return reading_ > 0 || recordChanges_.busy(); }
  void compileWithout(const QString& pass) override;
  CompilationRecordPtr compilationWithout(const QString& pass) const override;
  void cancel() override;

  RunState runState() const override { return frame_.state; }
  std::int64_t iteration() const override { return frame_.shown; }
  std::int64_t lastIteration() const override { return frame_.done; }
  std::int64_t totalIterations() const override;
  int epoch() const override { return frame_.epoch; }
  int epochs() const override { return frame_.epochs; }
  int batches() const override { return frame_.batches; }
  int step() const override { return frame_.step; }
  bool within() const override { return frame_.within; }
  bool looksBack() const override { return frame_.back || frame_.shown < frame_.done; }
  double pace() const override { return control_.pace(); }
  double microsecondsPerStep() const override { return frame_.microsecondsPerStep; }
  std::vector<SeriesRecord> series() const override { return series_; }
  std::vector<TensorRecord> results() const override { return results_; }
  TimelinePtr timeline() const override { return events_.timeline(); }
  void recordTimeline(bool on) override;

  void run() override;
  void pause() override;
  void stop() override;
  void reset() override;
  void restart() override;
  void stepOp() override;
  void stepKernel() override;
  void stepIteration() override;
  void stepEpoch() override;
  double timesPace() const override { return timesPace_; }
  std::map<std::string, double> fullSpeedTimes() const override {
    return timesPace_ > 0 ? fullSpeedTimes_ : std::map<std::string, double>();
  }
  void setPace(double iterationsPerSecond) override;
  void setEpochs(int epochs) override;
  void showIteration(std::int64_t iteration) override;

  PlanRecord plan() const override { return plan_; }
  void setBatchSize(std::int64_t samples) override;
  void setDataFolder(const QString& data, const QString& folder) override;
  void setEvaluation(const QString& name, bool enabled) override;
  void setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) override;

  void watch(OpKey op) override;
  void unwatch(OpKey op) override;
  std::vector<OpKey> watched() const override;
  TensorRecordPtr value(OpKey op) const override;

  std::vector<BreakpointRecord> breakpoints() const override { return breakpoints_; }
  void setBreakpoint(const BreakpointRecord& breakpoint) override;
  void removeBreakpoint(OpKey op) override;
  std::vector<WatchRecord> watches() const override { return watchRecords_; }
  void setWatches(const std::vector<WatchRecord>& watches) override;
  std::optional<StopRecord> stopped() const override { return frame_.stop; }
  void runToNonFinite(bool everyOp = false) override;
  void runTo(OpKey op) override;
  void stepBack() override;
  HealthLogPtr health() const override { return health_; }
  void watchHealth(bool on) override;
  bool watchesHealth() const override { return control_.watchesHealth(); }
  void compareTransformers(const QString& left, const QString& right, double rtol) override;
  ComparisonRecordPtr comparison() const override { return comparison_; }
  void bisectPasses(double tolerance, double slower) override;
  BisectRecordPtr bisection() const override { return bisection_; }
  void tryKernel(const QString& kernel, const QString& source) override;
  void writeReproducer(const QString& kernel, const QString& folder) override;
  std::optional<KernelTrialRecord> kernelTrial() const override { return trial_; }
  bool inquiring() const override { return inquiring_; }
  void cancelInquiry() override { control_.cancelInquiry(true); }

  void setEdits(const std::vector<ElementEdit>& edits) override;
  std::vector<ElementEdit> edits() const override { return edits_; }
  WhatIfRecordPtr whatIf() const override { return whatIf_; }
  void keepEdits() override;

  void explain(const ElementQuestion& question) override;
  bool explaining() const override { return explaining_ || question_; }
  ElementOriginPtr elementOrigin() const override { return origin_; }

  void save(const QString& path) override;
  void restore(const QString& path) override;

 protected:
  // Applies measured step times to the kernels of compilation().
  void takeStepTimes(const std::vector<StepTime>& times);
 signals:
  void draftLeft();  // the draft shown by adopt() is replaced by another document
  void openingChanged();

 private:
  struct DocumentOpening {
    QString path;
    std::atomic<bool> cancelled = false;
  };

  void connectWorker();
  void connectInquiries();
  void compile();
  void forget();
  void compileFailed();
  void opened(DocumentRecordPtr document, const QStringList& computations);
  void endOpening(const std::shared_ptr<DocumentOpening>& opening);
  void compiled(CompilationRecordPtr compilation, int number);
  void pipelineTried(std::shared_ptr<const PipelineTrialRecord> trial, int number);
  void stopTrying();
  void compiledWithout(CompilationRecordPtr compilation, const QString& pass, int number);
  CompilationRecordPtr recordOf(int number) const;  // null: no longer kept
  void replaceRecord(int number, CompilationRecordPtr record);
  void kernelRead(const KernelRecord& kernel, int number);
  void planned(const PlanRecord& plan);
  void say(const Diagnostic& diagnostic);
  void takeFrame();
  // Starts a run; refused while one is running. Without a compilation it starts after the next one.
  void start(std::function<void()> work);
  void sendWatches();
  void sendHalts();
  void takeWatches(const std::vector<WatchRecord>& values);
  void takeHealth(const HealthBatch& batch);
  // Calls `work` on the query thread with a copy of the run's current state.
  void inquire(std::function<void(InquiryBasis)> work, BasisChoice choice = {});
  void askOrigin();
  void askWhatIf();
  void answered(WhatIfRecordPtr record);
  void remember(const CompileRequest& request);
  void post(std::function<void()> work);  // runs on the worker's thread
  void postStep(std::function<void()> step);
  void look(RunFrame& frame, std::int64_t iteration) const;

  EngineControl control_;
  QThread thread_;
  EngineWorker* worker_;  // deleted when its thread ends
  QThread inquiryThread_;
  InquiryWorker* inquirer_;  // deleted when its thread ends

  DocumentRecordPtr document_;
  std::shared_ptr<DocumentOpening> opening_;
  CompilationRecordPtr compilation_;
  std::vector<TransformerChoice> transformers_;
  QStringList computations_;
  QString computation_, transformer_;
  PipelineSteps pipeline_;
  std::vector<PipelineTrialRecord> trials_;
  bool trying_ = false;
  std::atomic<int> tryNumber_ = 0;  // latest trial; earlier ones are abandoned
  PlanChoices choices_;
  PlanRecord plan_;
  std::set<std::pair<int, QString>> asked_;  // kernels whose code was requested, by compilation
  std::map<QString, CompilationRecordPtr> without_;  // by pass; null while being compiled
  int reading_ = 0;
  int starts_ = 0;                    // requested runs and steps
  int number_ = 0;                    // request that compilation_ answers
  int oldest_ = 0;  // first request of this document: older frames belong to another
  CompileRequest wished_, answered_;  // latest request, and the request of compilation_
  Progress progress_;
  // Ids of the latest document to open and of the one the worker has read.
  std::atomic<int> newestDraft_ = 0, readDraft_ = 0;
  std::function<void()> whenCompiled_;  // run requested during a compilation
  std::atomic<int> newest_ = 0;  // number of the latest compile request
  std::vector<Diagnostic> messages_;
  RunFrame frame_;
  std::vector<SeriesRecord> series_;
  std::vector<TensorRecord> results_;
  std::map<OpKey, TensorRecordPtr> tensors_;
  std::map<OpKey, int> watches_;
  std::vector<BreakpointRecord> breakpoints_;
  std::vector<WatchRecord> watchRecords_;
  std::set<OpKey> haltOps_;  // watched for breakpoints and watches
  std::shared_ptr<HealthLog> health_;
  ComparisonRecordPtr comparison_;
  BisectRecordPtr bisection_;
  double timesPace_ = 0;
  std::map<std::string, double>
      fullSpeedTimes_;  // of compilation_, from the last run at full speed
  std::optional<KernelTrialRecord> trial_;
  bool inquiring_ = false;
  std::vector<ElementEdit> edits_, askedEdits_;
  WhatIfRecordPtr whatIf_;
  bool asking_ = false;  // a what-if query for askedEdits_ in iteration askedFor_ is running
  std::int64_t askedFor_ = -1;
  std::optional<ElementQuestion> question_;  // waits for the end of another query
  bool explaining_ = false;
  ElementOriginPtr origin_;
  std::vector<PastCompilation> past_;
  RunTimeline events_;
  int earlyNumber_ = 0;
  std::optional<RunEvents> early_;  // events of a program whose compilation has not arrived
  int recorders_ = 0;
  std::int64_t wanted_ = -1;  // iteration last requested by the slider
  RecordChanges recordChanges_;
};

}  // namespace ng::views
