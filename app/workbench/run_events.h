// SPDX-License-Identifier: Apache-2.0
// What happened in a run, on its way from the engine's thread to the window's timeline.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/session/timeline.h"

namespace ng::views {

// An event in its lane (0: the engine's thread, i: helper i of the pool) and row. Names are
// numbered by the recorder.
struct RunEvent {
  std::uint16_t lane = 0, row = 0;
  TimelineEvent event;
};

struct RunEvents {
  bool anew = false;                // a run begins: what came before, names too, is not of it
  std::vector<TimelineName> names;  // new ones
  std::vector<RunEvent> events;     // those of a row in order of time
  void append(RunEvents&& later);
};

// What a step usually takes: of the calls that were measured (not the first, which is cold, and of
// many only some) the median of the last ones, which no call that was interrupted moves.
struct StepTime {
  double microseconds = 0;
  std::int64_t calls = 0;     // measured
  std::int64_t launches = 0;  // all
  double pace = 0;            // calls a second, where none was measured at full speed (0)
};

// The compile and, behind it, the run: never more than two million events of it, the newest.
class RunTimeline {
 public:
  // Names of the first lanes; those behind them are the pool's helpers.
  explicit RunTimeline(std::vector<std::string> first = {"engine"}) : first_(std::move(first)) {}
  void restart(const CompilationRecord* compilation);  // null: nothing
  void add(const RunEvents& batch);
  TimelinePtr timeline() const { return timeline_; }

 private:
  void add(const RunEvent& each);

  std::vector<std::string> first_;
  std::shared_ptr<Timeline> timeline_ = std::make_shared<Timeline>();
  std::shared_ptr<const Timeline> compile_ = std::make_shared<Timeline>();
  std::vector<std::uint32_t> names_;  // of the recorder's, in the timeline
  std::vector<std::size_t> lanes_;    // of the recorder's, in the timeline
  std::int64_t runBegin_ = 0;
};

}  // namespace ng::views
