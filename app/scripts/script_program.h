// SPDX-License-Identifier: Apache-2.0
// ScriptProgram: what a user's program sends over the link, as the records that views read. The
// document is also compiled by the engine in this process, with the program's transformer and
// disabled passes, so that passes and kernels can be inspected. GUI thread only.
#pragma once

#include <QTemporaryDir>
#include <QTimer>
#include <map>
#include <optional>
#include <set>

#include "app/link/session/engine_session.h"
#include "app/scripts/script_link.h"
#include "app/scripts/script_measurements.h"
#include "views/core/scripts.h"

namespace ng::views {

class ScriptProgram : public QObject {
  Q_OBJECT

 public:
  // Both must outlive this object.
  ScriptProgram(ScriptLink& link, EngineSession& engine);

  bool live() const;  // the shown document comes from the program
  // The program that built this document, and its arguments; empty: a file.
  QStringList programOf(const QString& documentPath) const;
  void setGate(Scripts::Gate gate) { gate_ = std::move(gate); }
  void end(RunState how);  // the process started by the window has ended, in any way

  RunState state() const { return state_; }
  std::int64_t calls() const;  // of the shown computation
  double microsecondsPerCall() const;
  std::vector<SeriesRecord> series() const;
  std::vector<TensorRecord> results() const;
  TensorRecordPtr value(OpKey op) const;
  TimelinePtr timeline() const { return measurements_.timeline(); }

  bool connected() const { return link_.connected(); }
  void send(remote::Command::Kind kind, const std::vector<OpKey>& ops = {});

 signals:
  void changed();
  void timelineChanged();

 private:
  struct ComputationState {
    remote::Called called;
    std::map<OpKey, SeriesRecord> curves;
  };
  void greet(const remote::Hello& hello);
  void take(const remote::Message& message);
  void takeGraph(const remote::GraphFiles& graph);
  void offerGraph();
  void takeCall(const remote::Called& called);
  void leave(const QString& error, bool ended);
  void announce();
  void compileLikeProgram();
  const ComputationState* shown() const;  // null: the shown computation was never called
  const OpRecord* record(OpKey op) const;
  TensorRecord tensor(const remote::OpValue& value, std::int64_t iteration) const;
  void sendBreakpoints();
  void say(const Diagnostic& diagnostic);

  ScriptLink& link_;
  EngineSession& engine_;
  QTemporaryDir folder_;
  QString path_;         // of the program's document
  QStringList program_;  // and its arguments
  Scripts::Gate gate_;
  bool wasShown_ = false;  // the program's document was opened once
  bool offered_ = false;   // the gate has not opened the program's graph yet
  RunState state_ = RunState::idle;
  std::map<std::string, ComputationState> computations_;
  std::set<std::string> compiledLike_;  // computations already compiled with the program's options
  mutable std::map<OpKey, TensorRecordPtr> values_;
  std::optional<std::vector<OpKey>> breakpoints_;  // last sent; empty: none yet
  ScriptMeasurements measurements_;
  bool newMeasurements_ = false;
  QTimer announcing_;
};

}  // namespace ng::views
