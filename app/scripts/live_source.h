// SPDX-License-Identifier: Apache-2.0
// Interfaces with two sources, the engine in this process and a user's program: every call goes to
// the live one, the signals of both are forwarded.
#pragma once

#include "app/scripts/program_sources.h"

namespace ng::views {

template <class Interface>
class LiveSource : public Interface {
 public:
  // All three outlive this object.
  LiveSource(const ScriptProgram& program, Interface& ofProgram, Interface& ofEngine)
      : program_(program), ofProgram_(ofProgram), ofEngine_(ofEngine) {}

 protected:
  Interface& now() const { return program_.live() ? ofProgram_ : ofEngine_; }
  Interface& ofEngine() const { return ofEngine_; }
  template <class Signal>
  void forward(Signal signal) {
    for (Interface* source : {&ofProgram_, &ofEngine_})
      QObject::connect(source, signal, this, signal);
  }

 private:
  const ScriptProgram& program_;
  Interface& ofProgram_;
  Interface& ofEngine_;
};

class LiveRun : public LiveSource<Run> {
 public:
  template <class... Sources>
  explicit LiveRun(Sources&... sources) : LiveSource(sources...) {
    forward(&Run::runChanged);
  }
  RunStatus status() const override { return now().status(); }
  void run() override { now().run(); }
  void pause() override { now().pause(); }
  void stop() override { now().stop(); }
  void reset() override { now().reset(); }
  void restart() override { now().restart(); }
  void stepOp() override { now().stepOp(); }
  void stepKernel() override { now().stepKernel(); }
  void stepIteration() override { now().stepIteration(); }
  void stepEpoch() override { now().stepEpoch(); }
  void stepBack() override { now().stepBack(); }
  void runTo(OpKey op) override { now().runTo(op); }
  void runToNonFinite(bool everyOp) override { now().runToNonFinite(everyOp); }
  void showIteration(std::int64_t iteration) override { now().showIteration(iteration); }
  // A program keeps its own state.
  void setGate(Gate gate) override { ofEngine().setGate(std::move(gate)); }
  double pace() const override { return now().pace(); }
  void setPace(double iterationsPerSecond) override { now().setPace(iterationsPerSecond); }
};

class LiveValues : public LiveSource<Values> {
 public:
  template <class... Sources>
  explicit LiveValues(Sources&... sources) : LiveSource(sources...) {
    forward(&Values::seriesChanged);
    forward(&Values::tensorsChanged);
  }
  std::vector<SeriesRecord> series() const override { return now().series(); }
  std::vector<TensorRecord> results() const override { return now().results(); }
  void watch(OpKey op) override { now().watch(op); }
  void unwatch(OpKey op) override { now().unwatch(op); }
  std::vector<OpKey> watched() const override { return now().watched(); }
  TensorRecordPtr value(OpKey op) const override { return now().value(op); }
};

class LiveProfile : public LiveSource<Profile> {
 public:
  template <class... Sources>
  explicit LiveProfile(Sources&... sources) : LiveSource(sources...) {
    forward(&Profile::timelineChanged);
  }
  TimelinePtr timeline() const override { return now().timeline(); }
  void recordTimeline(bool on) override { now().recordTimeline(on); }
  double timesPace() const override { return now().timesPace(); }
  std::map<std::string, double> fullSpeedTimes() const override { return now().fullSpeedTimes(); }
};

}  // namespace ng::views
