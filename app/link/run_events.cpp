// SPDX-License-Identifier: Apache-2.0
#include "app/link/run_events.h"

#include <utility>

#include "engine/records/compilation_record.h"

namespace ng::views {

namespace {

constexpr std::size_t mostEvents = 2'000'000;

}  // namespace

// Drops the oldest events if the window does not take them.
void RunEvents::append(RunEvents&& later) {
  if (later.restart) {
    *this = std::move(later);
    return;
  }
  if (events.size() > mostEvents) events.erase(events.begin(), events.begin() + mostEvents / 2);
  names.insert(names.end(), later.names.begin(), later.names.end());
  deviceLanes.insert(deviceLanes.end(), later.deviceLanes.begin(), later.deviceLanes.end());
  events.insert(events.end(), later.events.begin(), later.events.end());
}

void RunTimeline::restart(const CompilationRecord* compilation) {
  compile_ = compilation ? std::make_shared<const Timeline>(compile_timeline(*compilation))
                         : std::make_shared<const Timeline>();
  add(RunEvents{true, {}, {}, {}});
}

void RunTimeline::add(const RunEvents& batch) {
  if (batch.restart) {
    timeline_ = std::make_shared<Timeline>(*compile_);
    timeline_->title = "this run";
    runBegin_ = timeline_->end();
    names_.clear();
    lanes_.clear();
    deviceLanes_.clear();
  }
  deviceLanes_.insert(deviceLanes_.end(), batch.deviceLanes.begin(), batch.deviceLanes.end());
  for (const TimelineName& name : batch.names)
    names_.push_back(timeline_->name(name.text, name.category, name.detail));
  for (const RunEvent& each : batch.events) add(each);
  timeline_->keep_newest(mostEvents, compile_->lanes().size());
}

// Lanes of the pool keep their order: those before `number` are added too.
std::size_t RunTimeline::lane(std::uint16_t number) {
  const bool device = number >= firstDeviceLane;
  for (std::uint16_t next = device ? number : 0; next <= number; ++next) {
    if (lanes_.contains(next)) continue;
    std::string name;
    if (device) {
      const std::size_t index = number - firstDeviceLane;
      name = index < deviceLanes_.size() ? deviceLanes_[index] : "device";
    } else {
      name =
          next < first_.size() ? first_[next] : "pool " + std::to_string(next - first_.size() + 1);
    }
    lanes_[next] = timeline_->lane(name);
  }
  return lanes_[number];
}

// The event of a running epoch is sent again after every batch with its new end.
void RunTimeline::add(const RunEvent& each) {
  if (each.event.name >= names_.size()) return;  // of an earlier run
  const std::size_t lane = this->lane(each.lane);
  TimelineEvent event = each.event;
  event.begin += runBegin_, event.end += runBegin_;
  event.name = names_.at(event.name);
  const std::vector<EventRow>& rows = timeline_->lanes()[lane].rows;
  const EventRow* row = each.row < rows.size() ? &rows[each.row] : nullptr;
  const bool follows = !row || event.begin >= row->last_end();
  const bool continues = row && !row->empty() && each.lane == 0 && each.row == 0 &&
                         row->begin(row->size() - 1) == event.begin;
  if (continues) {
    timeline_->extend_last(lane, 0, event.end);
  } else if (follows) {
    timeline_->add(lane, each.row, event);
  }
}

}  // namespace ng::views
