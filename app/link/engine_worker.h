// SPDX-License-Identifier: Apache-2.0
// Engine side of the session, on its own thread: opens documents, compiles, runs plans, computes
// values. Reports by signals that carry records only.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <set>

#include "app/link/carried_state.h"
#include "app/link/engine_control.h"
#include "app/link/engine_frame.h"
#include "app/link/inquiry_worker.h"
#include "app/link/kept_iterations.h"
#include "app/link/plan_choices.h"
#include "app/link/run_halts.h"
#include "app/link/run_recorder.h"
#include "engine/analysis/health_watch.h"
#include "engine/documents/document.h"
#include "engine/formats/documents/document.h"
#include "engine/neon/training/training.h"
#include "engine/records/pipeline_record.h"

namespace ng::views {

struct CompileRequest {
  QString computation, transformer;
  PipelineChoice pipeline;
  PlanChoices plan;
  int number = 0;  // number of the request, assigned by the window
};

// A draft as passed to the worker.
struct DraftDocument {
  std::shared_ptr<const DocumentModel> model;
  std::vector<OpRecord> unfinished;
  QString path;
};

class EngineWorker : public QObject {
  Q_OBJECT

 public:
  explicit EngineWorker(EngineControl& control);
  ~EngineWorker() override;

  // Next frame to show. Called on the window's thread after frameReady().
  RunFrame takeFrame();

  // The following are called on the worker's thread.
  // Opens a document. On failure or early cancellation the open document stays.
  void open(const QString& path, const std::atomic<bool>& cancel);
  // Like open(), for a draft in memory. `unfinished` ops are shown with it.
  void adopt(const DraftDocument& draft);
  void close();
  void compile(const CompileRequest& request);
  // Compiles without one pass, for its record only.
  void compileWithout(const QString& pass, int number);
  // Measures the last compilation's pipeline against the full one.
  void tryPipeline(int number, const std::function<bool()>& cancelled);
  // Adds kernel code that is expensive to create. A kernel of an older compilation is returned
  // unchanged.
  void readKernel(KernelRecord kernel, int number);
  void noteStart(int number) { started_ = number; }  // call before the work of a run or step
  void run(std::int64_t iterations);  // number of iterations; negative: to the end of the plan
  void runEpoch();                    // to the end of the current epoch
  void stepOp();
  void stepKernel();
  void runTo(OpKey op);  // until the op is computed next
  void runToNonFinite(bool everyOp);
  void stepBack();
  // Basis of a query about the iteration shown by the window, or by the worker if `shown` < 0.
  // nullopt if there is no run; the window has then been sent the reason.
  std::optional<InquiryBasis> basis(std::int64_t shown, const BasisChoice& choice);
  void keepState(const StateCopy& state);  // replaces the state; the run continues from it
  void stop();                             // stops a paused run
  void reset();
  void show(std::int64_t iteration);  // or the oldest kept iteration
  void refreshValues();               // call after watches changed
  void setEpochs(int epochs);
  void save(const QString& path);
  void restore(const QString& path);

 signals:
  void opened(ng::DocumentRecordPtr document, QStringList computations);
  void replaced(ng::DocumentRecordPtr document);  // same document with other axis lengths
  void planned(ng::PlanRecord plan);
  void compiled(ng::CompilationRecordPtr compilation, int number);
  void compiledWithout(ng::CompilationRecordPtr compilation, QString pass, int number);
  // Null record: refused or cancelled.
  void pipelineTried(std::shared_ptr<const ng::PipelineTrialRecord> trial, int number);
  void kernelRead(ng::KernelRecord kernel, int number);
  void compileFailed(int number);
  void progressed(QString stage, double fraction);
  void said(ng::Diagnostic diagnostic);
  void frameReady();

 private:
  bool attempt(const char* what, const std::function<void()>& work);  // false: the work failed
  void note(const char* what, const QString& where);
  CompileOptions compileOptions(const CompileRequest& request);
  CompileOptions pipelineOptions() const;  // of the last compilation, without progress callback
  std::unique_ptr<TrainingRun> makeRun(const Document& document, const CompileRequest& request,
                                       const TransformerPtr& transformer,
                                       const Computation& computation);
  void tellPlan();
  void tellLengths(const Document& planned);
  void indexOps();

  // Restarts after a reset or restore. `keepPast`: the same run continues in another program.
  void beginAnew(RunState state, bool keepPast = false);
  bool ready();  // false: no run is possible; the reason was sent
  bool within() const { return step_ > 0 || opInStep_ > 0; }  // within an iteration
  void catchUp();                // returns from a kept iteration to the current position
  bool assigns() const;          // whether the computation changes a variable
  StateCopy wholeState() const;  // after the last complete iteration
  bool hasMore(std::int64_t until) const;
  void loop(std::int64_t until);
  bool callOnce();
  void iterationDone();
  bool haltsInCall();
  void haltAt(StopRecord stop, std::int64_t iteration);
  void haltAtNonFinite();
  std::size_t stepOf(OpKey op) const;
  bool isDone(OpKey op) const;
  void standInStep();
  std::int64_t inquiredIteration(std::int64_t shown) const;
  std::vector<CallBasis> keptCalls(std::int64_t around) const;
  std::vector<ValueSummary> lookInto(OpKey op, std::int64_t iteration);

  Value findValue(OpKey op) const;
  bool isInLoop(OpKey op) const;
  bool isFed(const Value& value) const;
  Computation storing(const std::vector<OpKey>& ops, std::vector<OpKey>& stored) const;
  void chooseWatching();
  struct Call {  // repeated call, for its values
    std::int64_t iteration = 0;
    ValuesOfCall stored;
    std::vector<TensorRecord> returned;
  };
  void addValue(ValuesOfCall& values, OpKey op, Tensor value, std::int64_t iteration) const;
  void addState(ValuesOfCall& values, OpKey op, const KeptState& state,
                std::int64_t iteration) const;
  std::set<std::uint64_t> writtenState() const;  // ids of all assigned variables
  Call callAgain(std::int64_t iteration, const Computation& computation);
  const Computation& spare();
  bool looksAhead() const;
  bool beforeFirst() const;  // before the first call
  std::optional<Tensor> given(OpKey op) const;
  void lookAhead();
  void collectValues(bool standing = false);
  void collectHalfway();
  void hand(ValuesOfCall values, std::vector<TensorRecord> returned);
  void publish(bool now);

  EngineControl& control_;
  std::mutex frameMutex_;
  RunFrame frame_;          // guarded by the mutex
  bool announced_ = false;  // guarded: frameReady() is pending
  std::chrono::steady_clock::time_point published_, collected_;
  std::chrono::steady_clock::duration collecting_{};  // duration of the last collection

  std::unique_ptr<Document> document_;
  std::unique_ptr<Document> planned_;  // the document as run: with the user's choices
  DocumentRecordPtr documentRecord_;
  CompilationRecordPtr compilationRecord_;
  std::map<OpKey, const OpRecord*> ops_;  // ops of all graphs of compilationRecord_
  CompileRequest request_;
  TransformerPtr transformer_;
  Op node_;
  Computation computation_;
  std::unique_ptr<TrainingRun> run_;  // null: see whyNoRun_
  std::optional<Diagnostic> whyNoRun_;
  std::chrono::steady_clock::time_point timesTold_;  // when step times were last sent
  KeptIterations kept_;
  CarriedState carried_;  // of this document's other computations

  // A second program that stores values which fusion eliminates; null if none of these is watched.
  Computation watching_;
  std::vector<OpKey> wanted_;        // ops stored by watching_
  std::vector<OpKey> stored_;        // in the order of watching_.watched()
  std::map<int, Computation> past_;  // latest compilations by request, for kernel code
  Computation spare_;  // a copy of computation_, for calls while that one is being stepped
  std::set<OpKey> watched_;
  std::uint64_t watchGeneration_ = 0;

  RunHalts halts_;
  OpKey cursor_ = 0;  // run until this op is computed; 0: to the end
  Call ahead_;        // the call being stepped
  std::optional<StopRecord> stop_;
  ValuesOfCall stopValue_;  // value of the op at which the run stopped
  std::uint64_t stops_ = 0;
  std::unique_ptr<HealthWatch> health_;

  RunRecorder recorder_;
  RunState state_ = RunState::idle;
  int started_ = 0;
  std::int64_t shown_ = 0;
  std::size_t step_ = 0;      // of the iteration being stepped
  std::size_t opInStep_ = 0;  // ops of the current step already visited; the step has not run
  // State of the iteration being stepped, while a kept iteration is shown.
  std::optional<StateCopy> halfway_;
  std::vector<std::size_t> sent_;  // points per curve that the window has received
};

}  // namespace ng::views
