// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/event_row.h"

#include "engine/base/error.h"

namespace ng {

void EventRow::add(const TimelineEvent& event) {
  check(event.begin <= event.end && event.begin >= last_end(), "events of a row are in order");
  if (size() % block == 0) {
    const std::size_t full = size() / block;
    sums_.push_back(full == 0 ? 0 : sums_.back() + busy(size() - block, size()));
  }
  begins_.push_back(event.begin);
  ends_.push_back(event.end);
  names_.push_back(event.name);
  numbers_.push_back(event.number);
}

// Partial sums cover only complete blocks before the last event, so they stay valid.
void EventRow::extend_last(std::int64_t end) {
  ends_.back() = std::max(ends_.back(), end);
}

void EventRow::reserve(std::size_t events) {
  begins_.reserve(events);
  ends_.reserve(events);
  names_.reserve(events);
  numbers_.reserve(events);
}

void EventRow::forget_before(std::int64_t time) {
  const auto gone = static_cast<std::ptrdiff_t>(first_ending_from(time));
  if (gone == 0) return;
  begins_.erase(begins_.begin(), begins_.begin() + gone);
  ends_.erase(ends_.begin(), ends_.begin() + gone);
  names_.erase(names_.begin(), names_.begin() + gone);
  numbers_.erase(numbers_.begin(), numbers_.begin() + gone);
  sum_up();
}

void EventRow::sum_up() {
  sums_.clear();
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (i % block == 0) sums_.push_back(sum);
    sum += ends_[i] - begins_[i];
  }
}

// Galloping search: while painting, the next event is usually close.
std::size_t EventRow::first_ending_from(std::int64_t time, std::size_t from) const {
  std::size_t step = 1, end = from;
  while (end < size() && ends_[end] < time) {
    from = end + 1;
    end += step;
    step *= 2;
  }
  const auto begin = ends_.begin();
  const auto stop = begin + static_cast<std::ptrdiff_t>(std::min(end, size()));
  return static_cast<std::size_t>(
      std::lower_bound(begin + static_cast<std::ptrdiff_t>(std::min(from, size())), stop, time) -
      begin);
}

std::size_t EventRow::first_beginning_from(std::int64_t time) const {
  return static_cast<std::size_t>(std::lower_bound(begins_.begin(), begins_.end(), time) -
                                  begins_.begin());
}

std::int64_t EventRow::busy(std::size_t first, std::size_t end) const {
  const auto lengths = [this](std::size_t from, std::size_t to) {
    std::int64_t sum = 0;
    for (std::size_t i = from; i < to; ++i) sum += ends_[i] - begins_[i];
    return sum;
  };
  if (end - first <= block) return lengths(first, end);
  const std::size_t whole = first / block, last = end / block;
  if (last >= sums_.size())
    return sums_.back() + lengths((sums_.size() - 1) * block, end) -
           (sums_[whole] + lengths(whole * block, first));
  return sums_[last] + lengths(last * block, end) - (sums_[whole] + lengths(whole * block, first));
}

}  // namespace ng
