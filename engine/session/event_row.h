// SPDX-License-Identifier: Apache-2.0
// Events of one row of a timeline, in order of time and without overlap, as plain columns: what is
// between two moments, and what is seen of it at a scale, is found by bisection.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ng {

// Nanoseconds from the start of the record. `number` counts what repeats (the iteration); -1: none.
struct TimelineEvent {
  std::int64_t begin = 0, end = 0;
  std::uint32_t name = 0;  // place in Timeline::names
  std::int32_t number = -1;
};

// Neighbours seen as one: events [first, first + count), of which `busy` nanoseconds are filled.
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

  // Not before the end of the last, not of negative length.
  void add(const TimelineEvent& event);
  void extend_last(std::int64_t end);  // of a row that is not empty; never shorter
  void reserve(std::size_t events);
  void forget_before(std::int64_t time);  // events that end before it

  // The first event that ends at `time` or later, looked for from event `from` on; size(): none.
  std::size_t first_ending_from(std::int64_t time, std::size_t from = 0) const;
  // The first event that begins at `time` or later.
  std::size_t first_beginning_from(std::int64_t time) const;
  std::int64_t busy(std::size_t first, std::size_t end) const;  // sum of lengths of [first, end)

  // What is seen from `from` to `to` when nothing shorter than `least` is drawn alone: events at
  // least so long one by one; of shorter ones those that follow each other within `least` as one.
  // The work depends on (to - from) / least, not on the number of events.
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
  static constexpr std::size_t block = 64;  // events whose lengths are summed up beforehand

  void sum_up();

  std::vector<std::int64_t> begins_, ends_;
  std::vector<std::uint32_t> names_;
  std::vector<std::int32_t> numbers_;
  std::vector<std::int64_t> sums_;  // of the lengths of all events before block i
};

}  // namespace ng
