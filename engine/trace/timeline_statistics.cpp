// SPDX-License-Identifier: Apache-2.0
// Statistics of a time range, and the timeline of a compilation.
#include <algorithm>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "engine/trace/timeline.h"

namespace ng {
namespace {

std::int64_t nanoseconds(double microseconds) {
  return std::isfinite(microseconds) ? std::max<std::int64_t>(0, std::llround(microseconds * 1e3))
                                     : 0;
}

void add(EventStatistics& sum, std::int64_t length, const EventPlace& place) {
  sum.least = sum.count ? std::min(sum.least, length) : length;
  if (sum.count == 0 || length > sum.most) sum.longest = place;
  sum.most = std::max(sum.most, length);
  sum.total += length;
  ++sum.count;
}

bool is_helper(const TimelineLane& lane) {
  return lane.name.starts_with("pool ");
}

}  // namespace

std::vector<EventStatistics> statistics(const Timeline& timeline, std::int64_t from,
                                        std::int64_t to, const EventTest& wanted) {
  std::vector<EventStatistics> sums(timeline.names().size());
  const auto add_lane = [&](std::size_t lane, const std::vector<char>& left_out) {
    const std::vector<EventRow>& rows = timeline.lanes()[lane].rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const EventRow& row = rows[r];
      for (std::size_t i = row.first_ending_from(from); i < row.size() && row.begin(i) <= to; ++i)
        if (!left_out[row.name(i)] && (!wanted || wanted(lane, row[i])))
          add(sums[row.name(i)], std::min(row.end(i), to) - std::max(row.begin(i), from),
              {lane, r, i});
    }
  };
  // Time of pool helpers is part of the caller's event and is counted only for names without one.
  std::vector<char> counted(sums.size());
  for (const bool helpers : {false, true}) {
    for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane)
      if (is_helper(timeline.lanes()[lane]) == helpers) add_lane(lane, counted);
    for (std::size_t i = 0; i < sums.size(); ++i) counted[i] = sums[i].count > 0;
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i].name = static_cast<std::uint32_t>(i);
  std::erase_if(sums, [](const EventStatistics& sum) { return sum.count == 0; });
  std::stable_sort(
      sums.begin(), sums.end(),
      [](const EventStatistics& a, const EventStatistics& b) { return a.total > b.total; });
  return sums;
}

Timeline compile_timeline(const CompilationRecord& record) {
  Timeline timeline;
  const std::size_t lane = timeline.lane("compile");
  std::int64_t at = 0;
  for (const PassRecord& pass : record.passes) {
    const std::int64_t end = at + nanoseconds(pass.microseconds);
    timeline.add(lane, 1, {at, end, timeline.name(pass.name, "pass", pass.sentence), -1});
    std::int64_t begin = at;
    for (const RewriteRecord& rewrite : pass.rewrites) {
      const std::int64_t done = std::min(end, begin + nanoseconds(rewrite.microseconds));
      timeline.add(lane, 2, {begin, done, timeline.name(rewrite.rule, "rewrite"), -1});
      begin = done;
    }
    at = end;
  }
  const std::int64_t whole = std::max(at, nanoseconds(record.compile_ms * 1e3));
  // Kernels are compiled together: there is no time of a single one.
  const std::string kernels = std::to_string(record.kernels.size()) + " kernels";
  if (whole > at)
    timeline.add(lane, 1, {at, whole, timeline.name("build kernels", "pass", kernels), -1});
  const std::string what = record.computation.empty() ? "compile" : "compile " + record.computation;
  if (whole > 0) timeline.add(lane, 0, {0, whole, timeline.name(what, "compile"), -1});
  return timeline;
}

}  // namespace ng
