// SPDX-License-Identifier: Apache-2.0
// ScriptProgram: a user's program as a source, on the engine's: while the document was sent by the
// program, run, values and profile are the program's. The document is also compiled by the engine
// in this process, with the program's transformer and disabled passes, so that passes and kernels
// can be inspected. The program owns its state: it can be stepped call by call, but not be reset,
// nor can past iterations be shown. GUI thread only.
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

class ScriptProgram : public Source {
  Q_OBJECT

 public:
  // Both must outlive this object.
  ScriptProgram(ScriptLink& link, EngineSession& engine);

  void take(const Command& command) override;

  bool live() const;  // the shown document comes from the program
  // The program that built this document, and its arguments; empty: a file.
  QStringList programOf(const QString& documentPath) const;
  void setGate(Scripts::Gate gate) { gate_ = std::move(gate); }
  void end(RunState how);  // the process started by the window has ended, in any way

  void send(remote::Command::Kind kind, const std::vector<OpId>& ops = {});

 signals:
  void againWanted();  // command::Run to a program that has ended
  void stopWanted();   // command::Stop to a running program

 private:
  struct ComputationState {
    remote::Called called;
    std::map<OpId, SeriesRecord> curves;
  };
  void follow(StateFacets facets);  // of the engine's state
  void takeOver();                  // the engine's state, and the program's own
  void collect();
  void showOwn();  // in the state
  // Continues a stopped program; restarts a script that has ended.
  void handle(const command::Run&);
  void handle(const command::Pause&) { send(remote::Command::Kind::pause); }
  void handle(const command::Stop&) { emit stopWanted(); }
  void handle(const command::StepOp&) { send(remote::Command::Kind::step); }
  void handle(const command::StepKernel&) { send(remote::Command::Kind::step); }
  void handle(const command::StepIteration&) { send(remote::Command::Kind::step); }
  // What a program cannot do.
  void handle(const command::Reset&) {}
  void handle(const command::Restart&) {}
  void handle(const command::StepEpoch&) {}
  void handle(const command::StepBack&) {}
  void handle(const command::RunTo&) {}
  void handle(const command::RunToNonFinite&) {}
  void handle(const command::ShowIteration&) {}
  SeriesList series() const;
  TensorList results() const;
  void nameValues();

  void greet(const remote::Hello& hello);
  void receive(const remote::Message& message);
  void takeGraph(const remote::GraphFiles& graph);
  void offerGraph();
  void takeCall(const remote::Called& called);
  void leave(const QString& error, bool ended);
  void announce();
  void compileLikeProgram();
  const ComputationState* shown() const;  // null: the shown computation was never called
  const OpRecord* record(OpId op) const;
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
  RunState runs_ = RunState::idle;
  std::map<std::string, ComputationState> computations_;
  std::set<std::string> compiledLike_;  // computations already compiled with the program's options
  TensorMap values_;
  ValueState own_;                                // as views read them; made by collect()
  std::optional<std::vector<OpId>> breakpoints_;  // last sent; empty: none yet
  ScriptMeasurements measurements_;
  bool newMeasurements_ = false;
  QTimer announcing_;
};

}  // namespace ng::views
