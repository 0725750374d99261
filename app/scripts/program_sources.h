// SPDX-License-Identifier: Apache-2.0
// Run, values and profile of a user's program. The program owns its state: it can be stepped call
// by call, but not be reset, nor can past iterations be shown.
#pragma once

#include "app/scripts/script_program.h"

namespace ng::views {

class ProgramRun : public Run {
  Q_OBJECT

 public:
  ProgramRun(ScriptProgram& program, EngineRun& engine);

  RunStatus status() const override;
  void run() override;  // continues a stopped program; restarts a script that has ended
  void pause() override { program_.send(remote::Command::Kind::pause); }
  void stop() override { emit stopWanted(); }
  void reset() override {}
  void restart() override {}
  void stepOp() override { stepIteration(); }
  void stepIteration() override { program_.send(remote::Command::Kind::step); }
  void stepEpoch() override {}
  void showIteration(std::int64_t) override {}
  // A program runs at its own pace; the engine's is kept for the next document.
  double pace() const override { return engine_.pace(); }
  void setPace(double iterationsPerSecond) override { engine_.setPace(iterationsPerSecond); }

 signals:
  void againWanted();  // run() of a program that has ended
  void stopWanted();   // stop() of a running program

 private:
  ScriptProgram& program_;
  EngineRun& engine_;
};

// The engine counts the watches, also for the program.
class ProgramValues : public Values {
  Q_OBJECT

 public:
  ProgramValues(ScriptProgram& program, EngineValues& engine);

  std::vector<SeriesRecord> series() const override { return program_.series(); }
  std::vector<TensorRecord> results() const override { return program_.results(); }
  TensorRecordPtr value(OpKey op) const override { return program_.value(op); }
  void watch(OpKey op) override { engine_.watch(op); }
  void unwatch(OpKey op) override { engine_.unwatch(op); }
  std::vector<OpKey> watched() const override { return engine_.watched(); }

 private:
  ScriptProgram& program_;
  EngineValues& engine_;
};

// The engine counts the recorders and has the program's kernel times.
class ProgramProfile : public Profile {
  Q_OBJECT

 public:
  ProgramProfile(ScriptProgram& program, EngineProfile& engine);

  TimelinePtr timeline() const override { return program_.timeline(); }
  void recordTimeline(bool on) override { engine_.recordTimeline(on); }
  double timesPace() const override { return engine_.timesPace(); }
  std::map<std::string, double> fullSpeedTimes() const override { return engine_.fullSpeedTimes(); }

 private:
  ScriptProgram& program_;
  EngineProfile& engine_;
};

}  // namespace ng::views
