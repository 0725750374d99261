// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/trace_collector.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

namespace ng::trace {
namespace {

std::size_t quick_hash(Field text) {
  std::uint64_t head = 0, tail = 0;
  if (text.size() >= 8) {
    std::memcpy(&head, text.data(), 8);
    std::memcpy(&tail, text.data() + text.size() - 8, 8);
  } else {
    for (const char c : text) head = head << 8 | static_cast<unsigned char>(c);
  }
  std::uint64_t hash = (head ^ text.size()) * 0x9E3779B97F4A7C15u;
  // Rotates the tail: the last characters, which distinguish most names, would only affect the
  // highest bits.
  hash = (hash ^ (hash >> 29) ^ std::rotl(tail, 32)) * 0xBF58476D1CE4E5B9u;
  return hash >> 32;
}

// The repetition number: call or iteration.
std::int32_t number_of(const ScannedEvent& event) {
  std::int32_t number = -1;
  std::from_chars(event.call.data(), event.call.data() + event.call.size(), number);
  return number;
}

}  // namespace

void Collector::take(const ScannedEvent& event, std::uint64_t offset) {
  offset_ = offset;
  const char phase = event.phase.size() == 1 ? event.phase[0] : '?';
  if (phase == 'M') return take_metadata(event);
  const bool instant = phase == 'i' || phase == 'I' || phase == 'R';
  if (phase != 'X' && phase != 'B' && phase != 'E' && !instant) {
    return leave_out("events of kind " + (event.phase.empty() ? "none" : plain(event.phase, 8)) +
                     " are not shown");
  }
  const auto time = nanoseconds(event.time);
  if (!time) return refuse_times(event.has_time ? "a time that is not a number" : "no time");
  if (events_ >= most_events_) return leave_out("events beyond the limit are left out");
  if (phase == 'X') return take_complete(event, *time);
  if (phase == 'E') return take_end(event, *time);
  if (instant) return moment(event, *time);
  begin(event, *time, number_of(event));
}

void Collector::place(const ScannedEvent& event, char phase, std::int64_t time, std::int64_t length,
                      std::int32_t number, std::uint64_t offset) {
  offset_ = offset;
  if (events_ >= most_events_) return leave_out("events beyond the limit are left out");
  if (phase == 'X') return complete(event, time, length, number);
  if (phase == 'E') return take_end(event, time);
  if (phase == 'i') return moment(event, time);
  begin(event, time, number);
}

void Collector::moment(const ScannedEvent& event, std::int64_t time) {
  keep(lane(event), {time, time, name(event), -1});
}

void Collector::begin(const ScannedEvent& event, std::int64_t time, std::int32_t number) {
  latest_ = std::max(latest_, time);
  Lane& in = lane(event);
  if (in.open.size() == most_open)
    return leave_out("events nested in more than 100,000 others are left out");
  in.open.push_back({time, time, name(event), number});
}

void Collector::take_complete(const ScannedEvent& event, std::int64_t begin) {
  std::int64_t length = 0;
  if (event.has_length) {
    const auto read = nanoseconds(event.length);
    if (!read) return refuse_times("a length that is not a number");
    length = *read;
  } else {
    leave_out("events without a length are shown as instants");
  }
  complete(event, begin, length, number_of(event));
}

void Collector::complete(const ScannedEvent& event, std::int64_t begin, std::int64_t length,
                         std::int32_t number) {
  if (length < 0) return refuse_times("a negative length");
  keep(lane(event), {begin, begin + length, name(event), number});
}

void Collector::take_end(const ScannedEvent& event, std::int64_t time) {
  Lane& in = lane(event);
  if (in.open.empty()) return leave_out("ends of events without a begin are left out");
  TimelineEvent ended = in.open.back();
  in.open.pop_back();
  if (time < ended.begin) return refuse_times("an end before its begin");
  ended.end = time;
  keep(in, ended);
}

void Collector::take_metadata(const ScannedEvent& event) {
  const std::string text = plain(event.label, 200);
  if (text.empty()) return;
  if (event.name == "thread_name") name_thread(event, text);
  if (event.name == "process_name") name_process(event.process, text);
}

void Collector::name_thread(const ScannedEvent& event, std::string name) {
  lane(event).thread_name = std::move(name);
}

void Collector::name_process(Field process, std::string name) {
  processes_[std::string(process)] = std::move(name);
}

void Collector::leave_out(const std::string& what, std::uint64_t offset) {
  Count& count = left_out_[what];
  if (count.events++ == 0) count.first = offset;
}

void Collector::refuse_times(const std::string& why) {
  if (nonsense_++ == 0) {
    first_nonsense_ = offset_;
    first_reason_ = why;
  }
  leave_out("events with " + why + " are left out");
}

// Most names have occurred before; a cache finds them without creating a string. Names with the
// same hash use neighbouring entries.
std::uint32_t Collector::name(const ScannedEvent& event) {
  const std::size_t first = quick_hash(event.name) ^ 31 * quick_hash(event.category);
  std::size_t at = first & (cache_size - 1);
  for (std::size_t i = 1; i < neighbours && cached_names_[at].used; ++i) {
    const CachedName& cached = cached_names_[at];
    if (cached.text == event.name && cached.category == event.category) return cached.id;
    at = (first + i) & (cache_size - 1);
  }
  CachedName& cached = cached_names_[at];
  cached.used = true;
  cached.text = event.name;
  cached.category = event.category;
  const bool full = names_.names().size() >= most_names;
  const std::string text = full                 ? "(other names)"
                           : event.name.empty() ? "(unnamed)"
                                                : plain(event.name);
  cached.id = names_.name(text, full ? "" : plain(event.category));
  return cached.id;
}

Collector::Lane& Collector::lane(const ScannedEvent& event) {
  const std::size_t hash = quick_hash(event.thread) + 31 * quick_hash(event.process);
  std::size_t& cached = cached_lanes_[hash & (cache_size - 1)];
  if (cached < lanes_.size() && lanes_[cached].thread == event.thread &&
      lanes_[cached].process == event.process)
    return lanes_[cached];
  return lanes_[cached = known_lane(event)];
}

std::size_t Collector::known_lane(const ScannedEvent& event) {
  std::string key = std::string(event.process) + '\0' + std::string(event.thread);
  const auto found = known_lanes_.find(key);
  if (found != known_lanes_.end()) return found->second;
  if (lanes_.size() >= most_lanes) return lanes_.size() - 1;
  known_lanes_.emplace(std::move(key), lanes_.size());
  lanes_.push_back({std::string(event.process), std::string(event.thread), {}, {}, {}});
  if (lanes_.size() == most_lanes) lanes_.back().thread_name = "other threads";
  return lanes_.size() - 1;
}

void Collector::keep(Lane& lane, const TimelineEvent& event) {
  latest_ = std::max(latest_, event.end);
  lane.events.push_back(event);
  ++events_;
}

std::vector<std::string> Collector::threads() const {
  std::vector<std::string> all;
  for (const Lane& lane : lanes_) all.push_back(lane.thread);
  return all;
}

std::string Collector::title(const Lane& lane) const {
  const bool several = std::any_of(lanes_.begin(), lanes_.end(), [&](const Lane& other) {
    return other.process != lane.process;
  });
  std::string text = lane.thread_name;
  if (text.empty()) text = "thread " + (lane.thread.empty() ? "?" : plain(lane.thread, 40));
  if (!several) return text;
  const auto known = processes_.find(lane.process);
  return (known == processes_.end() ? "process " + plain(lane.process, 40) : known->second) +
         " / " + text;
}

std::int64_t Collector::first_time() const {
  std::int64_t first = INT64_MAX;
  for (const Lane& lane : lanes_) {
    for (const TimelineEvent& event : lane.events) first = std::min(first, event.begin);
    for (const TimelineEvent& event : lane.open) first = std::min(first, event.begin);
  }
  return first;
}

Timeline Collector::snapshot() const {
  Collector copy(most_events_);
  copy.names_ = names_;
  copy.lanes_ = lanes_;
  copy.processes_ = processes_;
  copy.latest_ = latest_;
  return copy.finish();
}

Timeline Collector::finish() {
  const std::int64_t origin = first_time();
  std::size_t too_deep = 0, unended = 0;
  Timeline timeline = std::move(names_);
  for (Lane& lane : lanes_) {
    for (TimelineEvent event : lane.open) {
      event.end = std::max(event.begin, latest_);
      lane.events.push_back(event);
      ++unended;
    }
    if (lane.events.empty()) continue;
    for (TimelineEvent& event : lane.events) event.begin -= origin, event.end -= origin;
    too_deep += timeline.nest(timeline.new_lane(title(lane)), std::exchange(lane.events, {}));
  }
  if (too_deep) left_out_["events nested in more than 64 others are left out"].events = too_deep;
  if (unended) left_out_["events without an end are extended to the end"].events = unended;
  add_notes(timeline);
  return timeline;
}

void Collector::add_notes(Timeline& timeline) const {
  for (const auto& [what, count] : left_out_) {
    timeline.notes.push_back(
        std::to_string(count.events) + " " + what +
        (count.first ? " (the first at byte " + std::to_string(count.first) + ")" : std::string()));
  }
}

}  // namespace ng::trace
