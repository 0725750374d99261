// SPDX-License-Identifier: Apache-2.0
// Measures a run on the engine's thread: every step while the timeline is shown, else occasional
// calls for the typical times of kernels. Its clock stops while the run is paused.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/link/run_events.h"
#include "app/link/usual_time.h"
#include "engine/distributed/rank_threads.h"
#include "engine/runtime/device_times.h"

namespace ng::views {

class RunRecorder {
 public:
  // The run is active during its lifetime.
  class Going {
   public:
    explicit Going(RunRecorder& recorder) : recorder_(recorder) { recorder_.go(); }
    ~Going() { recorder_.pause(); }
    Going(const Going&) = delete;
    Going& operator=(const Going&) = delete;

   private:
    RunRecorder& recorder_;
  };

  // `ranks`: the times of a program's other ranks, or none; read after each step.
  void prepare(const CompilationRecord& record, std::shared_ptr<RankStepTimes> ranks = {});
  void restart();  // a run starts

  // Starts a call. `recording`: all steps are wanted. `pace`: of the run; measured times depend on
  // it, since a processor that waits between calls is slower. `single`: the run has no other call,
  // so that this one is measured although caches are cold; a later call replaces its times. Returns
  // true if the call must be made step by step with stepped().
  bool beginCall(std::int64_t iteration, std::int64_t epoch, bool recording, double pace,
                 bool single = false);
  void stepped(std::size_t done);  // finished steps of the call; 0: arguments are copied
  // Instead of stepped(), around a call that is one run on a device, which measures the steps.
  void beginDeviceCall();
  void deviceSteps(const std::vector<DeviceTurn>& turns);
  void resultsTaken();                      // the call is finished
  void evaluated(const std::string& name);  // an evaluation has finished
  void served();                            // the window has taken the values of this iteration

  std::optional<RunEvents> takeEvents();                 // nullopt: nothing new
  std::optional<std::vector<StepTime>> takeStepTimes();  // nullopt: nothing new

 private:
  using Clock = std::chrono::steady_clock;
  enum Row : std::uint16_t { epochRow, callRow, stepRow };

  void forgetTimes();  // except those of steps that run once
  bool measures(std::size_t step) const;
  void go();
  void pause();
  std::int64_t since(Clock::time_point at) const;
  std::uint32_t name(const std::string& text, const std::string& category);
  std::uint16_t deviceLane(const std::string& name);
  void addSinceMark(Row row, std::uint32_t name, std::int64_t number);
  void addEpoch(std::int64_t end);
  void addRanks(std::size_t step);
  void addDevice(std::size_t step);
  void addTurns();

  std::vector<TimelineName> names_;
  std::map<std::pair<std::string, std::string>, std::uint32_t> known_;
  std::vector<std::uint32_t> steps_;  // names of the program's steps
  std::vector<std::string> devices_;  // of the steps; empty: there is one
  std::size_t sentNames_ = 0;         // number of names already sent
  RunEvents events_;
  std::vector<std::string> deviceLanes_;  // of this run
  std::shared_ptr<RankStepTimes> ranks_;
  std::vector<TimelineEvent> stepSpans_;  // of this batch, to name slices of helpers

  Clock::time_point base_;
  Clock::duration elapsed_{};
  bool going_ = false, recording_ = false, measuring_ = false, cold_ = false, onDevice_ = false;
  bool single_ = false;     // the last call was the first and only one
  std::int64_t calls_ = 0;  // since the start of the run
  std::int64_t iteration_ = 0, epochBegin_ = 0;
  std::optional<std::int64_t> epoch_;  // the recorded one
  std::int64_t mark_ = 0, callBegin_ = 0;
  Clock::time_point stepBegin_, sampled_;
  std::size_t once_ = 0;                       // number of steps that run once, which are first
  std::vector<UsualTime> times_, pacedTimes_;  // of this run's steps, at full speed and at a pace
  double pace_ = 0, lastPace_ = 0;             // of this call; of the last measured call
  bool timesAreNew_ = false;
};

}  // namespace ng::views
