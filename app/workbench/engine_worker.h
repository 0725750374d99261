// SPDX-License-Identifier: Apache-2.0
// The engine's side of the session. Lives on its own thread: opens documents, compiles, runs plans,
// computes values. It tells what happened by signals, which carry records only.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <set>

#include "app/workbench/carried_state.h"
#include "app/workbench/engine_control.h"
#include "app/workbench/engine_frame.h"
#include "app/workbench/inquiry_worker.h"
#include "app/workbench/kept_iterations.h"
#include "app/workbench/plan_choices.h"
#include "app/workbench/run_halts.h"
#include "app/workbench/run_recorder.h"
#include "engine/formats/document.h"
#include "engine/neon/training/training.h"
#include "engine/session/document.h"
#include "engine/session/health_watch.h"
#include "engine/session/pipeline_record.h"

namespace ng::views {

struct CompileRequest {
  QString computation, transformer;
  PipelineChoice pipeline;
  PlanChoices plan;
  int number = 0;  // of the request; the window counts them
};

// What the worker is given of a draft.
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

  // The next frame to show; called on the window's thread after frameReady().
  RunFrame takeFrame();

  // Called on the worker's thread.
  // What is open stays when it is refused, or cancelled before it was read.
  void open(const QString& path, const std::atomic<bool>& cancel);
  // A document that is being made: as open(), from memory. `unfinished` ops are shown with it.
  void adopt(const DraftDocument& draft);
  void close();
  void compile(const CompileRequest& request);
  // The same compilation with one pass less, for its record only.
  void compileWithout(const QString& pass, int number);
  // The pipeline of the last compilation beside the full one.
  void tryPipeline(int number, const std::function<bool()>& cancelled);
  // Adds the texts that take time. Of another compilation than the last: comes back as it is.
  void readKernel(KernelRecord kernel, int number);
  void noteStart(int number) { started_ = number; }  // before the work of a run or step
  void run(std::int64_t iterations);  // so many more; negative: to the end of the plan
  void runEpoch();                    // to the end of the epoch that is under way
  void stepOp();
  void stepKernel();
  void runTo(OpKey op);  // until it is computed next
  void runToNonFinite(bool everyOp);
  void stepBack();
  // Of the iteration that the window shows; below 0: that the worker does. Nothing: there is no
  // run, and the window was told why.
  std::optional<InquiryBasis> basis(std::int64_t shown, const BasisChoice& choice);
  void keepState(const StateCopy& state);  // after the last iteration: the run goes on from it
  void stop();                             // of a paused run
  void reset();
  void show(std::int64_t iteration);  // or the oldest that is kept
  void refreshValues();               // watches changed
  void setEpochs(int epochs);
  void save(const QString& path);
  void restore(const QString& path);

 signals:
  void opened(ng::DocumentRecordPtr document, QStringList computations);
  void replaced(ng::DocumentRecordPtr document);  // the same, with other lengths
  void planned(ng::PlanRecord plan);
  void compiled(ng::CompilationRecordPtr compilation, int number);
  void compiledWithout(ng::CompilationRecordPtr compilation, QString pass, int number);
  // Null: refused or cancelled.
  void pipelineTried(std::shared_ptr<const ng::PipelineTrialRecord> trial, int number);
  void kernelRead(ng::KernelRecord kernel, int number);
  void compileFailed(int number);
  void progressed(QString stage, double fraction);
  void said(ng::Diagnostic diagnostic);
  void frameReady();

 private:
  bool attempt(const char* what, const std::function<void()>& work);  // false: it was refused
  void note(const char* what, const QString& where);
  CompileOptions compileOptions(const CompileRequest& request);
  CompileOptions pipelineOptions() const;  // of the last compilation, without its progress
  std::unique_ptr<TrainingRun> makeRun(const Document& document, const CompileRequest& request,
                                       const TransformerPtr& transformer,
                                       const Computation& computation);
  void tellPlan();
  void tellLengths(const Document& planned);
  void indexOps();

  // After a reset or a restore; `keepPast`: the same run goes on in another program.
  void beginAnew(RunState state, bool keepPast = false);
  bool ready();                                               // false: the run cannot be; said why
  bool within() const { return step_ > 0 || opInStep_ > 0; }  // an iteration
  void catchUp();                // from a kept iteration to where the run stands
  bool assigns() const;          // does the computation change a variable?
  StateCopy wholeState() const;  // after the last whole iteration
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
  struct Call {  // made again, for its values
    std::int64_t iteration = 0;
    ValuesOfCall stored;
    std::vector<TensorRecord> returned;
  };
  void addValue(ValuesOfCall& values, OpKey op, Tensor value, std::int64_t iteration) const;
  void addState(ValuesOfCall& values, OpKey op, const KeptState& state,
                std::int64_t iteration) const;
  std::set<std::uint64_t> writtenState() const;  // ids of what some op assigns
  Call callAgain(std::int64_t iteration, const Computation& computation);
  const Computation& spare();
  bool looksAhead() const;
  bool beforeFirst() const;  // call
  std::optional<Tensor> given(OpKey op) const;
  void lookAhead();
  void collectValues(bool standing = false);
  void collectHalfway();
  void hand(ValuesOfCall values, std::vector<TensorRecord> returned);
  void publish(bool now);

  EngineControl& control_;
  std::mutex frameMutex_;
  RunFrame frame_;          // guarded
  bool announced_ = false;  // guarded: frameReady() is under way
  std::chrono::steady_clock::time_point published_, collected_;
  std::chrono::steady_clock::duration collecting_{};  // what it took last

  std::unique_ptr<Document> document_;
  std::unique_ptr<Document> planned_;  // as it is run: with the user's choices
  DocumentRecordPtr documentRecord_;
  CompilationRecordPtr compilationRecord_;
  std::map<OpKey, const OpRecord*> ops_;  // of all graphs of compilationRecord_
  CompileRequest request_;
  TransformerPtr transformer_;
  Op node_;
  Computation computation_;
  std::unique_ptr<TrainingRun> run_;  // null: see whyNoRun_
  Diagnostic whyNoRun_;
  std::chrono::steady_clock::time_point timesTold_;  // of steps, last
  KeptIterations kept_;
  CarriedState carried_;  // of this document's other computations

  // A second program that stores what fusion would swallow; null when nothing of that is watched.
  Computation watching_;
  std::vector<OpKey> wanted_;        // of watching_
  std::vector<OpKey> stored_;        // in the order of watching_.watched()
  std::map<int, Computation> past_;  // the last compilations by their request, for texts of kernels
  Computation spare_;  // like computation_, for calls while that one is stepped through
  std::set<OpKey> watched_;
  std::uint64_t watchGeneration_ = 0;

  RunHalts halts_;
  OpKey cursor_ = 0;  // the run goes on until it is computed; 0: to its end
  Call ahead_;        // the call that is being stepped through
  std::optional<StopRecord> stop_;
  ValuesOfCall stopValue_;  // of the op that the run stands at
  std::uint64_t stops_ = 0;
  std::unique_ptr<HealthWatch> health_;

  RunRecorder recorder_;
  RunState state_ = RunState::idle;
  int started_ = 0;
  std::int64_t shown_ = 0;
  std::size_t step_ = 0;      // of the iteration that is being stepped through
  std::size_t opInStep_ = 0;  // ops of that step which are looked at; the step has not run
  // The state where the run stands within an iteration, while a kept one is looked at.
  std::optional<StateCopy> halfway_;
  std::vector<std::size_t> sent_;  // points of each curve that the window has
};

}  // namespace ng::views
