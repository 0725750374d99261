// SPDX-License-Identifier: Apache-2.0
// Sorts scanned trace events into lanes, counts events that cannot be shown, and builds a timeline.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/trace/timeline.h"
#include "engine/trace/trace_event_scan.h"

namespace ng::trace {

class Collector {
 public:
  explicit Collector(std::size_t most_events)
      : most_events_(most_events), cached_names_(cache_size), cached_lanes_(cache_size, SIZE_MAX) {}

  // The fields need to live only during the call; `offset` is the position of the event in the
  // file.
  void take(const ScannedEvent& event, std::uint64_t offset);
  // Adds an event with parsed times in nanoseconds: phase 'X' (with a length), 'B', 'E' or 'i'.
  // `number` is the call number; -1: none.
  void place(const ScannedEvent& event, char phase, std::int64_t time, std::int64_t length,
             std::int32_t number, std::uint64_t offset);
  void name_thread(const ScannedEvent& event, std::string name);  // of the event's lane
  void name_process(Field process, std::string name);
  void leave_out(const std::string& what) { leave_out(what, offset_); }

  std::size_t events() const { return events_; }      // with a position in the timeline
  std::size_t nonsense() const { return nonsense_; }  // with invalid times
  std::uint64_t first_nonsense() const { return first_nonsense_; }
  std::string first_reason() const { return first_reason_; }

  std::vector<std::string> threads() const;  // thread ids of the lanes, as in the events

  Timeline snapshot() const;  // of the events so far
  Timeline finish();          // empties the collector

 private:
  static constexpr std::size_t cache_size = 4096;  // a power of two
  static constexpr std::size_t neighbours = 8;
  static constexpr std::size_t most_names = 1'000'000, most_lanes = 10'000, most_open = 100'000;

  struct CachedName {
    std::string text, category;  // as in the file
    std::uint32_t id = 0;
    bool used = false;
  };
  struct Lane {
    std::string process, thread, thread_name;
    std::vector<TimelineEvent> events;
    std::vector<TimelineEvent> open;  // begun but not ended
  };
  struct Count {
    std::size_t events = 0;
    std::uint64_t first = 0;  // position in the file
  };

  void take_complete(const ScannedEvent& event, std::int64_t begin);
  void complete(const ScannedEvent& event, std::int64_t begin, std::int64_t length,
                std::int32_t number);
  void begin(const ScannedEvent& event, std::int64_t time, std::int32_t number);
  void moment(const ScannedEvent& event, std::int64_t time);
  void take_end(const ScannedEvent& event, std::int64_t time);
  void take_metadata(const ScannedEvent& event);
  void leave_out(const std::string& what, std::uint64_t offset);
  void refuse_times(const std::string& why);
  std::uint32_t name(const ScannedEvent& event);
  Lane& lane(const ScannedEvent& event);
  std::size_t known_lane(const ScannedEvent& event);  // finds or adds
  void keep(Lane& lane, const TimelineEvent& event);
  std::string title(const Lane& lane) const;
  std::int64_t first_time() const;
  void add_notes(Timeline& timeline) const;

  std::size_t most_events_;
  std::vector<CachedName> cached_names_;   // by hash
  std::vector<std::size_t> cached_lanes_;  // by hash; SIZE_MAX: none
  Timeline names_;
  std::vector<Lane> lanes_;
  std::unordered_map<std::string, std::size_t> known_lanes_;
  std::map<std::string, std::string> processes_;
  std::map<std::string, Count> left_out_;
  std::size_t events_ = 0, nonsense_ = 0;
  std::uint64_t offset_ = 0, first_nonsense_ = 0;
  std::string first_reason_;
  std::int64_t latest_ = INT64_MIN;
};

}  // namespace ng::trace
