// SPDX-License-Identifier: Apache-2.0
// What happened when: lanes (threads), each of rows of events that nest, outermost first. Read from
// trace files, or recorded while a plan runs. Used by one thread at a time; const calls by several.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/session/event_row.h"
#include "engine/session/record.h"

namespace ng {

struct TimelineName {
  std::string text;      // "k0", "iteration"
  std::string category;  // what it is: "compile", "pass", "rewrite", "epoch", "call", "step" …
  std::string detail;    // more words, for a hint: "k0(a_W, a_X) -> t0"
};

struct TimelineLane {
  std::string name;  // "engine", "pool 1"
  std::vector<EventRow> rows;
};

// An event by its place.
struct EventPlace {
  std::size_t lane = 0, row = 0, event = 0;
  bool operator==(const EventPlace&) const = default;
};

class Timeline {
 public:
  std::string title;               // "this run", or the file's name
  std::vector<std::string> notes;  // what reading left out, a sentence each

  const std::vector<TimelineName>& names() const { return names_; }
  const std::vector<TimelineLane>& lanes() const { return lanes_; }
  std::size_t size() const { return size_; }  // events
  bool empty() const { return size_ == 0; }
  std::int64_t begin() const;  // 0 when empty
  std::int64_t end() const;
  std::int64_t run_begin() const;  // of what is not of the lane "compile"; else as begin()

  // Known by text and category, or new.
  std::uint32_t name(const std::string& text, const std::string& category,
                     const std::string& detail = {});
  std::size_t lane(const std::string& name);  // known or new
  std::size_t new_lane(const std::string& name);

  // Into a row of a lane (made on demand); EventRow::add says what it demands.
  void add(std::size_t lane, std::size_t row, const TimelineEvent& event);
  // The last event of a row grows to `end`.
  void extend_last(std::size_t lane, std::size_t row, std::int64_t end);
  // Events of one lane in any order become rows by nesting. One that neither follows nor lies in
  // another stands a row below it; those that would stand below row `most_rows` are left out and
  // counted.
  std::size_t nest(std::size_t lane, std::vector<TimelineEvent> events);
  static constexpr std::size_t most_rows = 64;

  // Of the lanes from `first_lane` on: when they hold more than `most` events, the oldest are
  // forgotten, and a quarter of `most` besides, so that this is seldom done.
  void keep_newest(std::size_t most, std::size_t first_lane = 0);

  TimelineEvent event(const EventPlace& at) const { return lanes_[at.lane].rows[at.row][at.event]; }

 private:
  std::vector<TimelineName> names_;
  std::unordered_map<std::string, std::uint32_t> known_names_;
  std::vector<TimelineLane> lanes_;
  std::size_t size_ = 0;
};
using TimelinePtr = std::shared_ptr<const Timeline>;

// The passes of a compilation one after the other, each over its rewrites, and what came after
// them: generating and compiling kernels. Gaps between passes are not recorded.
Timeline compile_timeline(const CompilationRecord& record);

// What one name did between two moments; events that reach over an end count with what lies inside.
struct EventStatistics {
  std::uint32_t name = 0;
  std::int64_t count = 0, total = 0, least = 0, most = 0;  // nanoseconds
  EventPlace longest;  // the first that lasts as long as `most`, if there is any
  double mean() const {
    return count ? static_cast<double>(total) / static_cast<double>(count) : 0;
  }
};
// By total, longest first. Names without an event are left out.
std::vector<EventStatistics> statistics(const Timeline& timeline, std::int64_t from,
                                        std::int64_t to);

}  // namespace ng
