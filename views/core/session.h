// SPDX-License-Identifier: Apache-2.0
// Session: what the window knows of a document, its compilation and its run. Returns records (plain
// structs, shared and immutable) and accepts commands. Every call returns at once; the work runs on
// other threads and is announced by a signal on the GUI thread.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/analysis/health_log.h"
#include "engine/records/debug_record.h"
#include "engine/records/element_record.h"
#include "engine/records/pipeline_record.h"
#include "engine/records/record.h"
#include "engine/trace/timeline.h"

namespace ng::views {

struct TransformerChoice {
  QString name;  // "cpu"
  bool available = true;
  QString reason;  // why it is unavailable, or what it runs on: "Clang 19, 8 threads"
};

struct PastCompilation {
  QString title;  // "2: cpu without fuse"
  CompilationRecordPtr record;
  int number = 0;  // its id for readPastKernel
};

struct Progress {
  bool busy = false;
  QString stage;                   // "compiling k3"
  std::optional<double> fraction;  // 0..1; empty: unknown
};

class Session : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // -- current state ---------------------------------------------------------------------------
  virtual DocumentRecordPtr document() const = 0;        // null before the first open
  virtual CompilationRecordPtr compilation() const = 0;  // the newest; null before the first
  // All compilations of this document, oldest first, including the newest. Kernel texts are present
  // as far as they were read.
  virtual std::vector<PastCompilation> compilations() const { return {}; }
  virtual std::vector<TransformerChoice> transformers() const = 0;
  virtual QStringList computations() const = 0;
  virtual QString computation() const = 0;
  virtual QString transformer() const = 0;
  virtual Progress compileProgress() const = 0;
  virtual std::vector<Diagnostic> messages() const = 0;  // all since the document was opened

  // -- document and compilation ---------------------------------------------------------------
  // Emits documentChanged and compiles, or emits message.
  virtual void open(const QString& path) = 0;
  virtual void close() = 0;                    // document() and compilation() become null
  // Both compile again. Variables keep their values; each computation keeps its position in its
  // run.
  virtual void setComputation(const QString& name) = 0;
  virtual void setTransformer(const QString& name) = 0;
  virtual void setPassEnabled(const QString& pass, bool enabled) = 0;  // compiles again
  // The passes and rules that the newest compilation was asked to run. setPipeline() compiles
  // again; it refuses an invalid order, changes nothing and returns the reason. Changes can be
  // undone until another document or transformer is chosen. The undo and redo names are empty if
  // there is nothing to undo or redo.
  virtual PipelineChoice pipeline() const { return {}; }
  virtual QString setPipeline(const PipelineChoice&) { return {}; }
  virtual QString pipelineUndoName() const { return {}; }
  virtual QString pipelineRedoName() const { return {}; }
  virtual void undoPipeline() {}
  virtual void redoPipeline() {}
  // Runs the current and the full pipeline with the same arguments and compares them. The trial is
  // kept until dropPipelineTrial(). Emits pipelineTrialsChanged(); a run or a compilation cancels
  // the trial.
  virtual void tryPipeline() {}
  virtual bool tryingPipeline() const { return false; }
  virtual std::vector<PipelineTrialRecord> pipelineTrials() const { return {}; }
  virtual void dropPipelineTrial(std::size_t) {}
  virtual void cancel() = 0;  // cancels the running compilation or run; keeps the old record

  // LLVM IR, assembly and PTX are produced on demand; kernelTextsChanged() follows. Repeated
  // requests cost nothing.
  virtual void readKernel(const QString& kernel) = 0;
  // The same for one of compilations(), by PastCompilation::number.
  virtual void readPastKernel(int /*number*/, const QString& /*kernel*/) {}
  virtual bool readingKernels() const = 0;

  // Compiles the same document without one pass, for comparison; nothing else changes.
  // compilationWithout() is null until otherCompilationChanged(), and in sessions that do not
  // support it. Repeated requests cost nothing; the next compilation discards the record.
  virtual void compileWithout(const QString&) {}
  virtual CompilationRecordPtr compilationWithout(const QString&) const { return nullptr; }

  // -- run ------------------------------------------------------------------------------------
  virtual RunState runState() const = 0;
  // Iterations done, or the kept iteration that is shown.
  virtual std::int64_t iteration() const = 0;
  virtual std::int64_t lastIteration() const = 0;    // iterations done
  virtual std::int64_t totalIterations() const = 0;  // epochs * batches of the plan; 0: no plan
  virtual int epoch() const = 0;                     // epochs finished
  virtual int epochs() const = 0;
  virtual int batches() const = 0;  // iterations per epoch
  // Steps done within the iteration of stepOp(); 0: between iterations. The last step done is
  // compilation()->steps[step() - 1].
  virtual int step() const = 0;
  // The run is paused within iteration lastIteration() + 1; values are those computed so far.
  virtual bool within() const { return false; }
  // Values belong to the kept iteration(), not to the current position of the run.
  virtual bool looksBack() const { return iteration() < lastIteration(); }
  virtual double pace() const = 0;  // iterations per second; 0: full speed
  // The pace at which kernel times were measured; 0: full speed, or nothing measured yet.
  virtual double timesPace() const { return 0; }
  // Microseconds per launch by kernel name, from the last run at full speed; empty if timesPace()
  // is 0.
  virtual std::map<std::string, double> fullSpeedTimes() const { return {}; }
  // Measured, without the pace's waiting; 0: not measured.
  virtual double microsecondsPerStep() const = 0;
  virtual std::vector<SeriesRecord> series() const = 0;
  // The results of the last finished call, each with its axes, in the computation's order.
  virtual std::vector<TensorRecord> results() const = 0;

  virtual void run() = 0;  // runs to the end of the plan; continues a paused or stopped run
  virtual void pause() = 0;
  virtual void stop() = 0;  // keeps the values computed so far; run() continues
  // Resets variables to their initial values and clears the curves. A computation that assigns no
  // variables keeps their values, because it could not compute them again. Not while running.
  virtual void reset() = 0;
  virtual void restart() {  // from the beginning, also while running
    reset();
    run();
  }
  // Runs the next op. Inside a fused kernel, a second program computes the op's value and stopped()
  // reports the position; the kernel itself runs with its last op. stepKernel(): runs one step of
  // the program.
  virtual void stepOp() = 0;
  virtual void stepKernel() { stepOp(); }
  virtual void stepIteration() = 0;
  virtual void stepEpoch() = 0;
  virtual void setPace(double iterationsPerSecond) = 0;
  virtual void setEpochs(int epochs) = 0;
  // Only while not running: values, series cursor and slider show that kept iteration; an iteration
  // beyond lastIteration() returns to the current position of a run that is paused within one.
  virtual void showIteration(std::int64_t iteration) = 0;

  // -- timeline -------------------------------------------------------------------------------
  // The compilation, followed by the recorded part of the run. The run's part grows while it runs;
  // timelineChanged() follows, on the GUI thread. Null if this session records nothing.
  virtual TimelinePtr timeline() const { return nullptr; }
  // Enables recording of every step of a run, which slows small programs down; free when off. Calls
  // are counted: every true needs a false.
  virtual void recordTimeline(bool) {}

  // -- plan -----------------------------------------------------------------------------------
  // The run plan with the user's changes. A change binds the data again, recompiles if necessary
  // and restarts the run; planChanged() follows. An invalid change is refused with a message and
  // leaves the plan unchanged. Changes are not saved in the document.
  virtual PlanRecord plan() const = 0;
  virtual void setBatchSize(std::int64_t samples) = 0;
  // Reads the data set `data` from the user's own files; an empty folder restores the document's
  // setting.
  virtual void setDataFolder(const QString& data, const QString& folder) = 0;
  virtual void setEvaluation(const QString& name, bool enabled) = 0;
  virtual void setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) = 0;

  // -- values ---------------------------------------------------------------------------------
  // A watched op's value is copied at the end of each step; tensorsChanged follows, at most at the
  // screen's refresh rate. Calls are counted: every watch needs an unwatch.
  virtual void watch(OpKey op) = 0;
  virtual void unwatch(OpKey op) = 0;
  virtual std::vector<OpKey> watched() const = 0;
  virtual TensorRecordPtr value(OpKey op) const = 0;  // null: not run, or not kept

  // -- faults ---------------------------------------------------------------------------------
  // Breakpoints of the run; setting one replaces the breakpoint of the same op. A condition that
  // cannot be parsed is refused with a message. faultsChanged() follows.
  virtual std::vector<BreakpointRecord> breakpoints() const { return {}; }
  virtual void setBreakpoint(const BreakpointRecord&) {}
  virtual void removeBreakpoint(OpKey) {}
  // Watch expressions with their values in the shown iteration.
  virtual std::vector<WatchRecord> watches() const { return {}; }
  virtual void setWatches(const std::vector<WatchRecord>&) {}
  // The position of a run that stopped within an iteration; set before halted() is emitted.
  virtual std::optional<StopRecord> stopped() const { return std::nullopt; }
  // Runs to the first result that is NaN or infinite, or to the end. `everyOp`: to the first such
  // value of any op, even if it reaches no result. Slower: every call runs twice.
  virtual void runToNonFinite(bool /*everyOp*/ = false) {}
  virtual void runTo(OpKey) {}  // until the op is computed next
  virtual void stepBack() {}    // goes back one step, or one iteration, by recomputing
  // Summaries of the kernels' outputs, collected during the run; null: never watched.
  virtual HealthLogPtr health() const { return nullptr; }
  virtual void watchHealth(bool) {}
  virtual bool watchesHealth() const { return false; }
  // compareTransformers(): runs the shown iteration on two transformers. bisectPasses(): finds the
  // pass that causes a wrong result (slower = 0) or a slowdown. Background queries:
  // inquiryChanged() follows with the record, or without one after cancelInquiry() or an error
  // message.
  virtual void compareTransformers(const QString& /*left*/, const QString& /*right*/,
                                   double /*rtol*/) {}
  virtual ComparisonRecordPtr comparison() const { return nullptr; }
  virtual void bisectPasses(double /*tolerance*/, double /*slower*/) {}
  virtual BisectRecordPtr bisection() const { return nullptr; }
  // Runs the kernel with another source, in a child process, on its inputs in the shown iteration.
  virtual void tryKernel(const QString& /*kernel*/, const QString& /*source*/) {}
  virtual std::optional<KernelTrialRecord> kernelTrial() const { return std::nullopt; }
  virtual bool inquiring() const { return false; }
  virtual void cancelInquiry() {}

  // -- what if --------------------------------------------------------------------------------
  // Recomputes the shown iteration with edited elements in its sources; the run is not changed. An
  // empty list drops the edits. whatIfChanged() follows with the record, and again when another
  // iteration is shown.
  virtual void setEdits(const std::vector<ElementEdit>&) {}
  virtual std::vector<ElementEdit> edits() const { return {}; }
  virtual WhatIfRecordPtr whatIf() const { return nullptr; }
  // Continues the run from the edited state and drops the edits. Only in the last iteration;
  // otherwise refused with a message.
  virtual void keepEdits() {}

  // -- where numbers come from ----------------------------------------------------------------
  // Traces one element of a value back through a kept iteration and its kept neighbours, without
  // changing the run. elementOriginChanged() follows with the record, or without one if the query
  // was refused (a message gives the reason) or cancelled by cancelInquiry().
  virtual void explain(const ElementQuestion&) {}
  virtual bool explaining() const { return false; }
  virtual ElementOriginPtr elementOrigin() const { return nullptr; }

  // -- checkpoints ----------------------------------------------------------------------------
  virtual void save(const QString& path) = 0;
  virtual void restore(const QString& path) = 0;

 signals:
  void documentChanged();
  void compilationStarted();
  void compilationChanged();  // a new record
  // compilation() differs from the previous one only in kernel texts and measured kernel times.
  void kernelTextsChanged();
  // compilationWithout(pass) is ready or was refused.
  void otherCompilationChanged(const QString& pass);
  void pipelineTrialsChanged();  // a trial started, finished, was cancelled or was dropped
  void compilationFailed();      // a message gives the reason; the old record stays
  void progressChanged();
  void planChanged();
  void runChanged();  // state, iteration, epoch, pace or speed
  void seriesChanged();
  void tensorsChanged();
  void timelineChanged();
  void faultsChanged();  // breakpoints, watches or their values
  void halted();         // stopped() has a new value
  void healthChanged();
  void inquiryProgressed(double fraction);
  void inquiryChanged();
  void whatIfChanged();         // the edits or their results
  void elementOriginChanged();  // a query started, finished, was refused or was cancelled
  void message(const ng::Diagnostic& diagnostic);
};

}  // namespace ng::views
