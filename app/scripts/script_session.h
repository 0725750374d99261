// SPDX-License-Identifier: Apache-2.0
// Session of a window that also shows programs. While the document was sent by a program, the run
// is the program's: curves, values, timeline and run state arrive over the link. The document is
// also compiled here, with the program's transformer and disabled passes, so that passes and
// kernels can be inspected.
#pragma once

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>

#include "app/link/engine_session.h"
#include "app/link/usual_time.h"
#include "app/scripts/script_link.h"

namespace ng::views {

class ScriptSession : public EngineSession {
  Q_OBJECT

 public:
  explicit ScriptSession(QObject* parent = nullptr);

  ScriptLink& link() { return link_; }
  bool live() const;  // the shown document comes from a program
  bool made(const QString& documentPath) const;
  // The process started by the window has ended, in any way.
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

  void run() override;  // continues a stopped program; restarts a script that has ended
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
  // A program stops after the call that computes the op; conditions are not supported.
  void setBreakpoint(const BreakpointRecord& breakpoint) override;
  void removeBreakpoint(OpKey op) override;

 signals:
  void againWanted();  // run() of a program that has ended
  void stopWanted();   // stop() of a running program
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
  const Told* told() const;  // of the shown computation; null: never called
  const OpRecord* record(OpKey op) const;
  TensorRecord tensor(const remote::OpValue& value, std::int64_t iteration) const;
  void sendOps(remote::Command::Kind kind, const std::vector<OpKey>& ops);
  void sendBreakpoints();

  ScriptLink link_;
  QTemporaryDir folder_;
  QString path_;        // of the program's document
  bool shown_ = false;  // the program's document was opened once
  RunState state_ = RunState::idle;
  std::map<std::string, Told> told_;  // by computation
  std::set<std::string> compiledLike_;  // computations already compiled with the program's options
  mutable std::map<OpKey, TensorRecordPtr> values_;
  RunTimeline measured_{{"program", "compile"}};
  std::vector<std::string> measuredNames_;
  bool measuredAnew_ = false;
  int recorders_ = 0;
  QString timed_;                    // computation to which the steps belong
  std::vector<StepTime> stepTimes_;
  std::vector<UsualTime> usualTimes_;  // of the same steps
  QElapsedTimer stepsTold_;
  std::vector<Diagnostic> said_;
  QTimer announcing_;
};

}  // namespace ng::views
