// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/timeline.h"

#include <algorithm>

namespace ng {

std::int64_t Timeline::begin() const {
  std::int64_t first = INT64_MAX;
  for (const TimelineLane& lane : lanes_)
    for (const EventRow& row : lane.rows)
      if (!row.empty()) first = std::min(first, row.begin(0));
  return first == INT64_MAX ? 0 : first;
}

std::int64_t Timeline::end() const {
  std::int64_t last = INT64_MIN;
  for (const TimelineLane& lane : lanes_)
    for (const EventRow& row : lane.rows) last = std::max(last, row.last_end());
  return last == INT64_MIN ? 0 : last;
}

std::int64_t Timeline::run_begin() const {
  std::int64_t first = INT64_MAX;
  for (const TimelineLane& lane : lanes_) {
    if (lane.name == "compile") continue;
    for (const EventRow& row : lane.rows)
      if (!row.empty()) first = std::min(first, row.begin(0));
  }
  return first == INT64_MAX ? begin() : first;
}

std::uint32_t Timeline::name(const std::string& text, const std::string& category,
                             const std::string& detail) {
  const auto next = static_cast<std::uint32_t>(names_.size());
  const auto [found, is_new] = known_names_.try_emplace(category + '\0' + text, next);
  if (is_new) names_.push_back({text, category, detail});
  return found->second;
}

std::size_t Timeline::lane(const std::string& name) {
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    if (lanes_[i].name == name) return i;
  return new_lane(name);
}

std::size_t Timeline::new_lane(const std::string& name) {
  lanes_.push_back({name, {}});
  return lanes_.size() - 1;
}

void Timeline::add(std::size_t lane, std::size_t row, const TimelineEvent& event) {
  std::vector<EventRow>& rows = lanes_.at(lane).rows;
  if (rows.size() <= row) rows.resize(row + 1);
  rows[row].add(event);
  ++size_;
}

void Timeline::extend_last(std::size_t lane, std::size_t row, std::int64_t end) {
  lanes_.at(lane).rows.at(row).extend_last(end);
}

std::size_t Timeline::nest(std::size_t lane, std::vector<TimelineEvent> events) {
  const auto outer_first = [](const TimelineEvent& a, const TimelineEvent& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  };
  if (!std::is_sorted(events.begin(), events.end(), outer_first))
    std::sort(events.begin(), events.end(), outer_first);
  std::vector<EventRow>& rows = lanes_.at(lane).rows;
  std::vector<std::int64_t> open;  // ends of events that may contain the next one
  std::size_t left_out = 0;
  for (const TimelineEvent& event : events) {
    while (!open.empty() && open.back() <= event.begin) open.pop_back();
    if (open.size() == most_rows) {
      ++left_out;
      continue;
    }
    if (open.size() == rows.size()) {
      rows.emplace_back();
      if (open.empty()) rows.back().reserve(events.size() / 2);
    }
    rows[open.size()].add(event);
    open.push_back(event.end);
  }
  size_ += events.size() - left_out;
  return left_out;
}

// The time limit follows from the longest row; other rows keep their events from that time on.
void Timeline::keep_newest(std::size_t most, std::size_t first_lane) {
  const EventRow* longest = nullptr;
  std::size_t held = 0;
  for (std::size_t i = first_lane; i < lanes_.size(); ++i) {
    for (const EventRow& row : lanes_[i].rows) {
      held += row.size();
      if (!longest || row.size() > longest->size()) longest = &row;
    }
  }
  if (held <= most) return;
  const double share = static_cast<double>(held - most + most / 4) / static_cast<double>(held);
  const auto gone = static_cast<std::size_t>(share * static_cast<double>(longest->size()));
  const std::int64_t time = longest->begin(std::min(gone, longest->size() - 1));
  size_ -= held;
  for (std::size_t i = first_lane; i < lanes_.size(); ++i) {
    for (EventRow& row : lanes_[i].rows) {
      row.forget_before(time);
      size_ += row.size();
    }
  }
}

}  // namespace ng
