// SPDX-License-Identifier: Apache-2.0
// Run events on their way from the engine's thread to the window's timeline.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/trace/timeline.h"

namespace ng::views {

// An event in its lane (0: the engine's thread, i: pool helper i, firstDeviceLane + i: queue i of
// RunEvents::deviceLanes) and row. Names are indices assigned by the recorder.
constexpr std::uint16_t firstDeviceLane = 1000;
struct RunEvent {
  std::uint16_t lane = 0, row = 0;
  TimelineEvent event;
};

struct RunEvents {
  bool restart = false;                  // a run starts: earlier events and names are invalid
  std::vector<TimelineName> names;       // new ones
  std::vector<std::string> deviceLanes;  // new ones: "gpu stream 1"
  std::vector<RunEvent> events;          // ordered by time within a row
  void append(RunEvents&& later);
};

// Typical time of a step: the median of its recent measured calls. The first (cold) call is not
// measured, and of many calls only some are; single interrupted calls do not affect it.
struct StepTime {
  double microseconds = 0;
  std::int64_t calls = 0;     // measured
  std::int64_t launches = 0;  // all
  double pace = 0;            // calls per second if none was measured at full speed (0)
};

// The compilation and the run after it: at most the newest two million events of the run.
class RunTimeline {
 public:
  // `first` names the first lanes; further lanes are the pool's helpers.
  explicit RunTimeline(std::vector<std::string> first = {"engine"}) : first_(std::move(first)) {}
  void restart(const CompilationRecord* compilation);  // null: empty timeline
  void add(const RunEvents& batch);
  TimelinePtr timeline() const { return timeline_; }

 private:
  void add(const RunEvent& each);

  std::vector<std::string> first_;
  std::shared_ptr<Timeline> timeline_ = std::make_shared<Timeline>();
  std::shared_ptr<const Timeline> compile_ = std::make_shared<Timeline>();
  std::vector<std::uint32_t> names_;            // recorder's name index -> timeline's
  std::size_t lane(std::uint16_t number);       // of the timeline; adds it
  std::map<std::uint16_t, std::size_t> lanes_;  // recorder's lane -> timeline's
  std::vector<std::string> deviceLanes_;
  std::int64_t runBegin_ = 0;
};

}  // namespace ng::views
