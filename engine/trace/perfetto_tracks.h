// SPDX-License-Identifier: Apache-2.0
// Converts packets of a Perfetto trace, in order, to events of lanes: resolves interned names,
// incremental clocks, and tracks with their threads and processes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "engine/trace/perfetto_message.h"
#include "engine/trace/trace_collector.h"

namespace ng::perfetto {

class Tracks {
 public:
  explicit Tracks(std::size_t most_events) : collector_(most_events) {}

  // Throws protozero::exception for damaged data.
  void take(Message packet, std::uint64_t offset);
  std::size_t events() const { return collector_.events(); }
  Timeline snapshot() const { return collector_.snapshot(); }
  Timeline finish();

 private:
  using Texts = std::unordered_map<std::uint64_t, std::string>;
  struct Clock {
    std::int64_t unit = 1;  // nanoseconds
    std::int64_t now = 0;   // current time of an incremental clock, nanoseconds
    std::int64_t to_boot = 0;
    bool incremental = false;
  };
  // State that packets of one sequence (writer) refer to.
  struct Sequence {
    Texts names, categories, annotation_names;
    std::map<std::uint32_t, Clock> clocks;
    std::uint64_t track = 0;
    std::uint32_t clock = 0;
  };
  struct Track {
    std::string name;
    std::int64_t process = -1;
    std::uint64_t parent = 0;
  };
  struct Event {
    std::uint64_t track = 0;
    std::string name, category;
    std::int64_t length = 0, number = -1, absolute_us = -1;
    char phase = 0;  // 0: not shown
  };

  void take_snapshot(Message message, Sequence& sequence);
  void take_defaults(Message message, Sequence& sequence) const;
  void take_interned(Message message, Sequence& sequence) const;
  void take_descriptor(Message message);
  void take_event(Message message, std::int64_t time, bool has_time, const Sequence& sequence,
                  std::uint64_t offset);
  static Event read_event(Message message, const Sequence& sequence);
  static void read_legacy(Message message, const Sequence& sequence, Event& event);
  static void read_annotation(Message message, const Sequence& sequence, Event& event);
  // Converts to nanoseconds of the boot time clock.
  std::int64_t time_of(std::uint64_t stamp, std::uint32_t clock, Sequence& sequence);
  std::string title(std::uint64_t track) const;

  trace::Collector collector_;
  std::unordered_map<std::uint32_t, Sequence> sequences_;
  std::map<std::uint32_t, Clock> clocks_;  // shared by all sequences
  std::unordered_map<std::uint64_t, Track> tracks_;
  std::map<std::int64_t, std::string> processes_;
};

}  // namespace ng::perfetto
