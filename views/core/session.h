// SPDX-License-Identifier: Apache-2.0
// Session: what the window knows of a document, its compilation and its run. It hands out records
// (plain structs, shared and never changed) and takes commands. Every call returns at once; the
// work happens on other threads and is announced by a signal on the GUI thread.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/session/debug_record.h"
#include "engine/session/element_record.h"
#include "engine/session/health_log.h"
#include "engine/session/pipeline_record.h"
#include "engine/session/record.h"
#include "engine/session/timeline.h"

namespace ng::views {

struct TransformerChoice {
  QString name;  // "cpu"
  bool available = true;
  QString reason;  // why not, or what it runs on: "Clang 19, 8 threads"
};

struct PastCompilation {
  QString title;  // "2: cpu without fuse"
  CompilationRecordPtr record;
  int number = 0;  // names it to readKernel
};

struct Progress {
  bool busy = false;
  QString stage;         // "compiling k3"
  double fraction = -1;  // 0..1; negative: not known
};

class Session : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // -- what there is ------------------------------------------------------------------------
  virtual DocumentRecordPtr document() const = 0;        // null before the first open
  virtual CompilationRecordPtr compilation() const = 0;  // null before the first; else the newest
  // The compilations of this document, oldest first, the newest among them; texts of kernels as far
  // as they were read.
  virtual std::vector<PastCompilation> compilations() const { return {}; }
  virtual std::vector<TransformerChoice> transformers() const = 0;
  virtual QStringList computations() const = 0;
  virtual QString computation() const = 0;
  virtual QString transformer() const = 0;
  virtual Progress compileProgress() const = 0;
  virtual std::vector<Diagnostic> messages() const = 0;  // all since the document was opened

  // -- document and compilation ---------------------------------------------------------------
  virtual void open(const QString& path) = 0;  // documentChanged, then a compilation; or message
  virtual void close() = 0;                    // document() and compilation() become null
  // Both compile again. Variables keep their values; each computation keeps its position in its run.
  virtual void setComputation(const QString& name) = 0;
  virtual void setTransformer(const QString& name) = 0;
  virtual void setPassEnabled(const QString& pass, bool enabled) = 0;  // compiles again
  // Which passes and rules the newest compilation was asked to run. Setting another compiles again;
  // an order that cannot be is refused with the reason, and nothing changes. Every change can be
  // undone until another document or transformer is chosen. Names are empty without a step.
  virtual PipelineChoice pipeline() const { return {}; }
  virtual QString setPipeline(const PipelineChoice&) { return {}; }
  virtual QString pipelineUndoName() const { return {}; }
  virtual QString pipelineRedoName() const { return {}; }
  virtual void undoPipeline() {}
  virtual void redoPipeline() {}
  // Compares the pipeline as it is with the full one, called with the same arguments: a trial, which
  // is kept until it is dropped. pipelineTrialsChanged() follows; a run or compilation cancels it.
  virtual void tryPipeline() {}
  virtual bool tryingPipeline() const { return false; }
  virtual std::vector<PipelineTrialRecord> pipelineTrials() const { return {}; }
  virtual void dropPipelineTrial(std::size_t) {}
  virtual void cancel() = 0;  // the compilation or the run, whichever is on; the old record stays

  // LLVM IR, assembly and PTX take time and are made when asked for; kernelTextsChanged() tells
  // that they are in. Asking again costs nothing.
  virtual void readKernel(const QString& kernel) = 0;
  // The same of one of compilations().
  virtual void readPastKernel(int /*number*/, const QString& /*kernel*/) {}
  virtual bool readingKernels() const = 0;

  // The record of the same compilation with one pass less, made for comparison: nothing else
  // changes. Null until otherCompilationChanged() tells that it is in, and for sessions that make
  // none. Asking again costs nothing; the next compilation forgets it.
  virtual void compileWithout(const QString&) {}
  virtual CompilationRecordPtr compilationWithout(const QString&) const { return nullptr; }

  // -- run ------------------------------------------------------------------------------------
  virtual RunState runState() const = 0;
  virtual std::int64_t iteration() const = 0;        // iterations done, or the kept one looked at
  virtual std::int64_t lastIteration() const = 0;    // iterations done
  virtual std::int64_t totalIterations() const = 0;  // epochs * batches of the plan; 0: no plan
  virtual int epoch() const = 0;                     // epochs finished
  virtual int epochs() const = 0;
  virtual int batches() const = 0;  // iterations of an epoch
  // Steps done of the iteration that stepOp() is in; 0: between iterations. The last one done is
  // compilation()->steps[step() - 1].
  virtual int step() const = 0;
  // The run stands within iteration lastIteration() + 1, and values are those it has made so far.
  virtual bool within() const { return false; }
  // Values are those of the kept iteration(), not those of where the run stands.
  virtual bool looksBack() const { return iteration() < lastIteration(); }
  virtual double pace() const = 0;                 // iterations a second; 0: full speed
  // At which the times of kernels were measured; 0: full speed, or none yet.
  virtual double timesPace() const { return 0; }
  // Microseconds of a launch by kernel, of the last run at full speed, where timesPace() is none.
  virtual std::map<std::string, double> fullSpeedTimes() const { return {}; }
  virtual double microsecondsPerStep() const = 0;  // measured, without the pace's waiting; 0: none
  virtual std::vector<SeriesRecord> series() const = 0;
  // What the last finished call returned, each with its axes, in the computation's order.
  virtual std::vector<TensorRecord> results() const = 0;

  virtual void run() = 0;  // to the end of the plan; continues a run that is paused or was stopped
  virtual void pause() = 0;
  virtual void stop() = 0;   // keeps what has been computed; run() continues
  // Variables go back to their initial values, curves are cleared. A computation that assigns
  // nothing keeps its variables: nothing else could give them their values again. Not while running.
  virtual void reset() = 0;
  virtual void restart() {  // from the beginning, also while running
    reset();
    run();
  }
  // The next op: inside a kernel of several a second program tells its value, and stopped() says
  // where; the kernel runs with its last op. stepKernel: one step of the program.
  virtual void stepOp() = 0;
  virtual void stepKernel() { stepOp(); }
  virtual void stepIteration() = 0;
  virtual void stepEpoch() = 0;
  virtual void setPace(double iterationsPerSecond) = 0;
  virtual void setEpochs(int epochs) = 0;
  // While not running: values, series cursor and slider go to that kept iteration; beyond
  // lastIteration() back to where the run stands within one.
  virtual void showIteration(std::int64_t iteration) = 0;

  // -- timeline -------------------------------------------------------------------------------
  // The compile and what was recorded of the run behind it. The run's part grows while it goes on:
  // timelineChanged() follows, on the GUI thread. Null: this session records nothing.
  virtual TimelinePtr timeline() const { return nullptr; }
  // While somebody wants it, every step of a run is recorded, which slows small programs down; else
  // it costs nothing. Calls count: every true needs its false.
  virtual void recordTimeline(bool) {}

  // -- plan -----------------------------------------------------------------------------------
  // The plan as it is run, with what the user changed of it. A change binds the data anew, compiles
  // if it must, and the run starts over; planChanged() follows. What cannot be is refused with a
  // message, and the plan stays as it was. Nothing of it is saved in the document.
  virtual PlanRecord plan() const = 0;
  virtual void setBatchSize(std::int64_t samples) = 0;
  // Reads the data set `data` from the user's own files; an empty folder: as the document says.
  virtual void setDataFolder(const QString& data, const QString& folder) = 0;
  virtual void setEvaluation(const QString& name, bool enabled) = 0;
  virtual void setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) = 0;

  // -- values ---------------------------------------------------------------------------------
  // A watched op's value is copied at the end of each step and tensorsChanged follows, at most at
  // the screen's rate. Watches count: every watch needs its unwatch.
  virtual void watch(OpKey op) = 0;
  virtual void unwatch(OpKey op) = 0;
  virtual std::vector<OpKey> watched() const = 0;
  virtual TensorRecordPtr value(OpKey op) const = 0;  // null: not run, or not kept

  // -- faults ---------------------------------------------------------------------------------
  // Where a run halts; a breakpoint replaces the one of the same op. One whose condition cannot be
  // read is refused with a message. faultsChanged() follows.
  virtual std::vector<BreakpointRecord> breakpoints() const { return {}; }
  virtual void setBreakpoint(const BreakpointRecord&) {}
  virtual void removeBreakpoint(OpKey) {}
  // Expressions, with what they are in the iteration that is shown.
  virtual std::vector<WatchRecord> watches() const { return {}; }
  virtual void setWatches(const std::vector<WatchRecord>&) {}
  // Where the run stands, if not at its end or between iterations: halted() told of it.
  virtual std::optional<StopRecord> stopped() const { return std::nullopt; }
  // To the first result that is NaN or infinite, or the end; `everyOp`: to the first value of any op,
  // also of one that no result shows. Slower: every call is made twice.
  virtual void runToNonFinite(bool /*everyOp*/ = false) {}
  virtual void runTo(OpKey) {}      // until it is computed next
  virtual void stepBack() {}        // one step, or one iteration, by computing it again
  // Summaries of what kernels write while the run goes on; null: never watched.
  virtual HealthLogPtr health() const { return nullptr; }
  virtual void watchHealth(bool) {}
  virtual bool watchesHealth() const { return false; }
  // The iteration that is shown, on two transformers; and the pass that is to blame for a wrong
  // result (slower = 0) or for lost time. Work for a while: inquiryChanged() follows with the
  // record, or after cancelInquiry() or a message with none.
  virtual void compareTransformers(const QString& /*left*/, const QString& /*right*/,
                                   double /*rtol*/) {}
  virtual ComparisonRecordPtr comparison() const { return nullptr; }
  virtual void bisectPasses(double /*tolerance*/, double /*slower*/) {}
  virtual BisectRecordPtr bisection() const { return nullptr; }
  // The kernel with another source, in a child process, on its inputs in the shown iteration.
  virtual void tryKernel(const QString& /*kernel*/, const QString& /*source*/) {}
  virtual std::optional<KernelTrialRecord> kernelTrial() const { return std::nullopt; }
  virtual bool inquiring() const { return false; }
  virtual void cancelInquiry() {}

  // -- what if --------------------------------------------------------------------------------
  // The iteration that is shown, made beside itself with other numbers in its sources; the run is not
  // changed. No edits: dropped. whatIfChanged() follows with the record, and when it is made anew
  // because another iteration is shown.
  virtual void setEdits(const std::vector<ElementEdit>&) {}
  virtual std::vector<ElementEdit> edits() const { return {}; }
  virtual WhatIfRecordPtr whatIf() const { return nullptr; }
  // The run continues from the state that the edits led to, and they are dropped. Of the last
  // iteration only; refused with a message.
  virtual void keepEdits() {}

  // -- where numbers come from ----------------------------------------------------------------
  // One element of a value in a kept iteration and in the kept iterations around it, traced back
  // beside the run. elementOriginChanged() follows with the record, or with none: it was refused, which was said, or cancelled by cancelInquiry().
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
  // compilation() differs from the last one only in texts of kernels and their measured times.
  void kernelTextsChanged();
  void otherCompilationChanged(const QString& pass);  // compilationWithout(pass) is in, or refused
  void pipelineTrialsChanged();  // one came, was dropped, began or was given up
  void compilationFailed();   // the reason came as a message; the old record stays
  void progressChanged();
  void planChanged();
  void runChanged();  // state, iteration, epoch, pace or speed
  void seriesChanged();
  void tensorsChanged();
  void timelineChanged();
  void faultsChanged();  // breakpoints, watches or their values
  void halted();         // stopped() has something new
  void healthChanged();
  void inquiryProgressed(double fraction);
  void inquiryChanged();
  void whatIfChanged();  // edits, or what comes of them
  void elementOriginChanged();  // one was asked for, is in, or will not be
  void message(const ng::Diagnostic& diagnostic);
};

}  // namespace ng::views
