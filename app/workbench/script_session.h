// SPDX-License-Identifier: Apache-2.0
// The session of a window that also shows programs: while the document is one that a program made,
// the run is the program's. It is compiled here as any document is, by the program's transformer and
// without the passes that it switched off, so that passes and kernels can be looked at; curves,
// values, the timeline and the run's state come over the link.
#pragma once

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>

#include "app/workbench/engine_session.h"
#include "app/workbench/script_link.h"
#include "app/workbench/usual_time.h"

namespace ng::views {

class ScriptSession : public EngineSession {
  Q_OBJECT

 public:
  explicit ScriptSession(QObject* parent = nullptr);

  ScriptLink& link() { return link_; }
  bool live() const;  // what is shown comes from a program
  bool made(const QString& documentPath) const;
  // The process that the window itself ran has ended, how ever it did.
  void programEnded(RunState how);
  void tell(const Diagnostic& diagnostic);  // a message that stays in the list

  std::vector<Diagnostic> messages() const override;
  RunState runState() const override { return live() ? state_ : EngineSession::runState(); }
  std::int64_t iteration() const override;
  std::int64_t lastIteration() const override;
  std::int64_t totalIterations() const override;
  int epoch() const override { return live() ? 0 : EngineSession::epoch(); }
  int epochs() const override { return live() ? 0 : EngineSession::epochs(); }
  int batches() const override { return live() ? 0 : EngineSession::batches(); }
  int step() const override { return live() ? 0 : EngineSession::step(); }
  bool within() const override { return !live() && EngineSession::within(); }
  bool looksBack() const override { return !live() && EngineSession::looksBack(); }
  double microsecondsPerStep() const override;
  std::vector<SeriesRecord> series() const override;
  std::vector<TensorRecord> results() const override;
  TensorRecordPtr value(OpKey op) const override;
  TimelinePtr timeline() const override;
  void recordTimeline(bool on) override;

  void run() override;  // goes on where it is halted; runs the script again when it has ended
  void pause() override;
  void stop() override;
  void cancel() override;
  void reset() override;
  void restart() override;
  void stepOp() override;
  void stepKernel() override { live() ? stepOp() : EngineSession::stepKernel(); }
  void stepIteration() override;
  void stepEpoch() override;
  void showIteration(std::int64_t iteration) override;
  void watch(OpKey op) override;
  void unwatch(OpKey op) override;
  // A program halts after the call in which the op is computed; it knows of no conditions.
  void setBreakpoint(const BreakpointRecord& breakpoint) override;
  void removeBreakpoint(OpKey op) override;

 signals:
  void againWanted();  // run() of a program that has ended
  void stopWanted();   // stop() of one that runs
  void programGreeted(const QString& program);

 private:
  struct Told {  // of a computation
    remote::Called called;
    std::map<OpKey, SeriesRecord> curves;
  };
  void greet(const remote::Hello& hello);
  void take(const remote::Message& message);
  void takeGraph(const remote::GraphFiles& graph);
  void takeCall(const remote::Called& called);
  void takeMeasured(const remote::Measured& measured);
  void takeSteps(const remote::Measured& measured);
  void leave(const QString& error, bool ended);
  void announce();
  void compileLikeProgram();
  const Told* told() const;  // of the computation that is shown; null: never called
  const OpRecord* record(OpKey op) const;
  TensorRecord tensor(const remote::OpValue& value, std::int64_t iteration) const;
  void sendOps(remote::Command::Kind kind, const std::vector<OpKey>& ops);
  void sendBreakpoints();

  ScriptLink link_;
  QTemporaryDir folder_;
  QString path_;        // of the document that the program makes
  bool shown_ = false;  // of this program: it was opened once
  RunState state_ = RunState::idle;
  std::map<std::string, Told> told_;  // by computation
  std::set<std::string> compiledLike_;  // computations of which the window knows it
  mutable std::map<OpKey, TensorRecordPtr> values_;
  RunTimeline measured_{{"program", "compile"}};
  std::vector<std::string> measuredNames_;
  bool measuredAnew_ = false;
  int recorders_ = 0;
  QString timed_;                    // the computation whose steps these are
  std::vector<StepTime> stepTimes_;
  std::vector<UsualTime> usualTimes_;  // of the same steps
  QElapsedTimer stepsTold_;
  std::vector<Diagnostic> said_;
  QTimer announcing_;
};

}  // namespace ng::views
