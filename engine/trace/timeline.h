// SPDX-License-Identifier: Apache-2.0
// A timeline: lanes (threads) with rows of nested events, outermost first. Read from trace files or
// recorded during a run. Const calls are thread safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/trace/event_row.h"

namespace ng {

struct CompilationRecord;

struct TimelineName {
  std::string text;      // "k0", "iteration"
  std::string category;  // kind: "compile", "pass", "rewrite", "epoch", "call", "step" …
  std::string detail;    // additional text for a tooltip: "k0(a_W, a_X) -> t0"
};

struct TimelineLane {
  std::string name;  // "engine", "pool 1"
  std::vector<EventRow> rows;
};

// Position of an event.
struct EventPlace {
  std::size_t lane = 0, row = 0, event = 0;
  bool operator==(const EventPlace&) const = default;
};

class Timeline {
 public:
  std::string title;               // "this run", or the file's name
  std::vector<std::string> notes;  // what reading omitted, one sentence each

  const std::vector<TimelineName>& names() const { return names_; }
  const std::vector<TimelineLane>& lanes() const { return lanes_; }
  std::size_t size() const { return size_; }  // events
  bool empty() const { return size_ == 0; }
  std::int64_t begin() const;  // 0 when empty
  std::int64_t end() const;
  std::int64_t run_begin() const;  // without the lane "compile"; else like begin()

  // Finds or adds a name by text and category.
  std::uint32_t name(const std::string& text, const std::string& category,
                     const std::string& detail = {});
  std::size_t lane(const std::string& name);  // finds or adds
  std::size_t new_lane(const std::string& name);

  // Appends to a row of a lane, created on demand; preconditions as in EventRow::add.
  void add(std::size_t lane, std::size_t row, const TimelineEvent& event);
  // Extends the last event of a row to `end`.
  void extend_last(std::size_t lane, std::size_t row, std::int64_t end);
  // Distributes events of one lane, in any order, over rows by nesting. An event that overlaps
  // another without being nested in it goes one row further down; events below row `most_rows` are
  // dropped, and their number is returned.
  std::size_t nest(std::size_t lane, std::vector<TimelineEvent> events);
  static constexpr std::size_t most_rows = 64;

  // If the lanes from `first_lane` on hold more than `most` events, drops the oldest, plus a
  // quarter of `most` so that this is rarely needed.
  void keep_newest(std::size_t most, std::size_t first_lane = 0);

  TimelineEvent event(const EventPlace& at) const { return lanes_[at.lane].rows[at.row][at.event]; }

 private:
  std::vector<TimelineName> names_;
  std::unordered_map<std::string, std::uint32_t> known_names_;
  std::vector<TimelineLane> lanes_;
  std::size_t size_ = 0;
};
using TimelinePtr = std::shared_ptr<const Timeline>;

// The passes of a compilation in order, each above its rewrites, followed by kernel generation and
// compilation. Gaps between passes are not recorded.
Timeline compile_timeline(const CompilationRecord& record);

// Statistics of one name in a time range; events that cross a bound are clipped.
struct EventStatistics {
  std::uint32_t name = 0;
  std::int64_t count = 0, total = 0, least = 0, most = 0;  // nanoseconds
  EventPlace longest;  // the first event of length `most`, if any
  double mean() const {
    return count ? static_cast<double>(total) / static_cast<double>(count) : 0;
  }
};
// Whether an event of this lane is wanted; see event_query.h.
using EventTest = std::function<bool(std::size_t lane, const TimelineEvent& event)>;

// Sorted by total time, longest first. Names without events are omitted. An empty `wanted` counts
// all events.
std::vector<EventStatistics> statistics(const Timeline& timeline, std::int64_t from,
                                        std::int64_t to, const EventTest& wanted = {});

}  // namespace ng
