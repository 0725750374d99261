// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/shown_timelines.h"

#include <algorithm>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "views/timeline/lane_canvas.h"
#include "views/widgets/number_text.h"

namespace ng::views {

bool ShownTimelines::set(TimelinePtr shown, TimelinePtr other, std::int64_t shift,
                         const CompilationRecordPtr& compilation) {
  const bool another = shown != shown_ || other != other_;
  shown_ = shown ? std::move(shown) : std::make_shared<Timeline>();
  other_ = std::move(other);
  shift_ = shift;
  links_[0].follow(shown_, compilation);
  links_[1].follow(other_, compilation);
  const bool dropped = shown_->size() < size_;
  size_ = shown_->size();
  return !another && !dropped;
}

void ShownTimelines::select(const SelectionState& selection) {
  for (EventLinks& links : links_) links.select(selection);
}

Stretch ShownTimelines::extent(bool compilation) const {
  const auto begin = [&](const Timeline& of) {
    return static_cast<double>(compilation ? of.begin() : of.run_begin());
  };
  Stretch all{begin(*shown_), static_cast<double>(shown_->end())};
  if (other_ && !other_->empty()) {
    all.from = std::min(all.from, begin(*other_) + shift(1));
    all.to = std::max(all.to, static_cast<double>(other_->end()) + shift(1));
  }
  return all;
}

const EventRow& ShownTimelines::row(const ShownEvent& event) const {
  return timeline(event.which).lanes()[event.place.lane].rows[event.place.row];
}

TimelineEvent ShownTimelines::event(const ShownEvent& event) const {
  return timeline(event.which).event(event.place);
}

const TimelineName& ShownTimelines::name(const ShownEvent& event) const {
  return timeline(event.which).names()[this->event(event).name];
}

Stretch ShownTimelines::stretchOf(const ShownEvent& event) const {
  const TimelineEvent of = this->event(event);
  return {static_cast<double>(of.begin) + shift(event.which),
          static_cast<double>(of.end) + shift(event.which)};
}

std::optional<ShownEvent> ShownTimelines::eventOf(const Stretch& stretch) const {
  const auto from = static_cast<std::int64_t>(std::llround(stretch.from));
  const auto to = static_cast<std::int64_t>(std::llround(stretch.to));
  for (std::size_t lane = 0; lane < shown_->lanes().size(); ++lane)
    for (std::size_t row = 0; row < shown_->lanes()[lane].rows.size(); ++row) {
      const EventRow& events = shown_->lanes()[lane].rows[row];
      const std::size_t i = events.first_ending_from(to - 1);
      for (std::size_t near = i; near < events.size() && near < i + 2; ++near)
        if (std::abs(events.begin(near) - from) <= 1 && std::abs(events.end(near) - to) <= 1)
          return ShownEvent{0, {lane, row, near}};
    }
  return std::nullopt;
}

std::optional<ShownEvent> ShownTimelines::sameName(const ShownEvent& event, int direction) const {
  const EventRow& events = row(event);
  const auto by = static_cast<std::size_t>(direction);
  for (std::size_t i = event.place.event + by; i < events.size(); i += by)
    if (events.name(i) == events.name(event.place.event))
      return ShownEvent{event.which, {event.place.lane, event.place.row, i}};
  return std::nullopt;
}

std::optional<ShownEvent> ShownTimelines::near(const ShownEvent& event, int along, int down) const {
  EventPlace to = event.place;
  const std::vector<EventRow>& rows = timeline(event.which).lanes()[to.lane].rows;
  to.row += static_cast<std::size_t>(down);
  if (to.row >= rows.size()) return std::nullopt;
  const TimelineEvent now = this->event(event);
  to.event = down ? rows[to.row].first_ending_from(down > 0 ? now.begin + 1 : now.begin)
                  : to.event + static_cast<std::size_t>(along);
  if (to.event >= rows[to.row].size()) return std::nullopt;
  return ShownEvent{event.which, to};
}

QString ShownTimelines::describe(const ShownEvent& event) const {
  const TimelineEvent of = this->event(event);
  const TimelineName& name = this->name(event);
  QStringList parts{QString::fromStdString(name.text)};
  if (!name.category.empty()) parts << QString::fromStdString(name.category);
  if (of.number >= 0) {
    const bool epoch = name.category == "epoch";
    parts << (epoch ? LaneCanvas::tr("epoch %1") : LaneCanvas::tr("iteration %1")).arg(of.number);
  }
  parts << spanText(static_cast<double>(of.end - of.begin));
  parts << LaneCanvas::tr("at %1").arg(
      momentText(static_cast<double>(of.begin), static_cast<double>(of.end - of.begin)));
  if (!name.detail.empty()) parts << QString::fromStdString(name.detail);
  return parts.join(QString::fromUtf8("  ·  "));
}

}  // namespace ng::views
