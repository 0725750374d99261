// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/run_steps.h"

#include <algorithm>

#include "engine/records/compilation_record.h"

namespace ng::views {
namespace {

// The row of a lane with kernel events, the outermost.
std::optional<std::size_t> rowOfKernels(const TimelineLane& lane, const EventLinks& links) {
  constexpr std::size_t most = 64;  // events that are looked at
  for (std::size_t row = 0; row < lane.rows.size(); ++row) {
    const EventRow& events = lane.rows[row];
    for (std::size_t i = 0; i < std::min(events.size(), most); ++i)
      if (!links.link(events.name(i)).kernel.isEmpty()) return row;
  }
  return std::nullopt;
}

}  // namespace

void RunSteps::follow(const ShownTimelines& timelines, const CompilationRecordPtr& compilation) {
  const TimelinePtr shown = timelines.shown();
  if (!shown || !compilation) {
    *this = {};
    return;
  }
  if (timeline_ != shown || !program_ || program_->compilation != compilation) {
    lanes_.clear();
    timeline_ = shown;
    program_ = std::make_shared<const ProgramFacts>(compilation);
  }
  const auto isCurrent = [](const LaneSteps& lane) { return lane.isCurrent(); };
  if (!std::all_of(lanes_.begin(), lanes_.end(), isCurrent)) lanes_.clear();
  findLanes(timelines);
  for (LaneSteps& lane : lanes_) lane.readNewEvents(timelines);
}

// The first lane with kernels and those of the other ranks: helper threads execute parts of its
// kernels, and a device the same kernels.
void RunSteps::findLanes(const ShownTimelines& timelines) {
  const std::vector<TimelineLane>& lanes = timeline_->lanes();
  for (std::size_t lane = lanes_.empty() ? 0 : lanes_.back().lane() + 1; lane < lanes.size();
       ++lane) {
    const std::string& name = lanes[lane].name;
    const bool wanted = lanes_.empty() ? !name.starts_with("pool ") : name.starts_with("rank ");
    if (!wanted) continue;
    if (const auto row = rowOfKernels(lanes[lane], timelines.links(0)))
      lanes_.emplace_back(timeline_, lane, *row, program_);
  }
}

double RunSteps::flopsUntil(double time) const {
  double sum = 0;
  for (const LaneSteps& lane : lanes_) sum += lane.flopsUntil(time);
  return sum;
}

double RunSteps::bytesUntil(double time) const {
  double sum = 0;
  for (const LaneSteps& lane : lanes_) sum += lane.bytesUntil(time);
  return sum;
}

std::int64_t RunSteps::memoryIn(double from, double to) const {
  std::int64_t sum = 0;
  for (const LaneSteps& lane : lanes_) sum += lane.memoryIn(from, to);
  return sum;
}

std::optional<EventPlace> RunSteps::first(
    std::int64_t from, std::int64_t to,
    const std::function<bool(std::uint32_t name)>& wanted) const {
  return lanes_.empty() ? std::nullopt : lanes_.front().first(from, to, wanted);
}

std::vector<EventPlace> RunSteps::producers(const EventPlace& event) const {
  for (const LaneSteps& lane : lanes_)
    if (lane.lane() == event.lane) return lane.producers(event);
  return {};
}

std::vector<EventPlace> RunSteps::consumers(const EventPlace& event) const {
  for (const LaneSteps& lane : lanes_)
    if (lane.lane() == event.lane) return lane.consumers(event);
  return {};
}

}  // namespace ng::views
