// SPDX-License-Identifier: Apache-2.0
// A row of a timeline: non-overlapping events in time order, stored in columns. Queries by time
// range and scale use bisection.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ng {

// Times are nanoseconds from the start of the record. `number` is the iteration; -1: none.
struct TimelineEvent {
  std::int64_t begin = 0, end = 0;
  std::uint32_t name = 0;  // index into Timeline::names
  std::int32_t number = -1;
};

// Adjacent events drawn as one: events [first, first + count), which fill `busy` nanoseconds.
struct EventSpan {
  std::size_t first = 0, count = 0;
  std::int64_t begin = 0, end = 0, busy = 0;
};

class EventRow {
 public:
  std::size_t size() const { return begins_.size(); }
  bool empty() const { return begins_.empty(); }
  TimelineEvent operator[](std::size_t i) const {
    return {begins_[i], ends_[i], names_[i], numbers_[i]};
  }
  std::int64_t begin(std::size_t i) const { return begins_[i]; }
  std::int64_t end(std::size_t i) const { return ends_[i]; }
  std::uint32_t name(std::size_t i) const { return names_[i]; }
  std::int64_t last_end() const { return ends_.empty() ? INT64_MIN : ends_.back(); }

  // Appends an event. It must not begin before the end of the last event, and its length must not
  // be negative.
  void add(const TimelineEvent& event);
  void extend_last(std::int64_t end);  // the row must not be empty; never shortens
  void reserve(std::size_t events);
  void forget_before(std::int64_t time);  // drops events that end before `time`

  // The first event at or after index `from` that ends at `time` or later; size(): none.
  std::size_t first_ending_from(std::int64_t time, std::size_t from = 0) const;
  // The first event that begins at `time` or later.
  std::size_t first_beginning_from(std::int64_t time) const;
  std::int64_t busy(std::size_t first, std::size_t end) const;  // total length of [first, end)

  // Visits what is visible between `from` and `to` at a resolution of `least` nanoseconds: events
  // of that length or longer one by one, runs of shorter events less than `least` apart as one
  // span. Costs O((to - from) / least), independent of the number of events.
  template <class Each>
  void visible(std::int64_t from, std::int64_t to, std::int64_t least, Each&& each) const {
    EventSpan run;
    const auto flush = [&] {
      if (run.count) each(run);
      run = {};
    };
    for (std::size_t i = first_ending_from(from); i < size() && begins_[i] <= to;) {
      const std::size_t next = ends_[i] - begins_[i] >= least
                                   ? i + 1
                                   : std::max(i + 1, first_ending_from(begins_[i] + least, i));
      const EventSpan found{i, next - i, begins_[i], ends_[next - 1], busy(i, next)};
      const bool alone = found.count == 1 && found.end - found.begin >= least;
      if (alone || run.count == 0 || found.begin - run.end > least) flush();
      if (alone) {
        each(found);
      } else if (run.count == 0) {
        run = found;
      } else {
        run.count += found.count;
        run.end = found.end;
        run.busy += found.busy;
      }
      i = next;
    }
    flush();
  }

 private:
  static constexpr std::size_t block = 64;  // events per partial sum

  void sum_up();

  std::vector<std::int64_t> begins_, ends_;
  std::vector<std::uint32_t> names_;
  std::vector<std::int32_t> numbers_;
  std::vector<std::int64_t> sums_;  // total length of all events before block i
};

}  // namespace ng
