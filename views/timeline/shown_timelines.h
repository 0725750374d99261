// SPDX-License-Identifier: Apache-2.0
// The timeline that the lanes show, the one that it is compared with, and what their events are.
#pragma once

#include <optional>

#include "views/core/selection.h"
#include "views/timeline/event_links.h"

namespace ng::views {

// Time range in nanoseconds, from <= to.
struct Stretch {
  double from = 0, to = 0;
  bool operator==(const Stretch&) const = default;
};

// Event of the shown timeline (which == 0) or of the compared one (which == 1).
struct ShownEvent {
  int which = 0;
  EventPlace place;
  bool operator==(const ShownEvent&) const = default;
};

class ShownTimelines {
 public:
  // `other` (may be null) is shifted by `shift` nanoseconds. False: events were dropped or are
  // those of another timeline, so ShownEvents are invalid.
  bool set(TimelinePtr shown, TimelinePtr other, std::int64_t shift,
           const CompilationRecordPtr& compilation);
  void select(const SelectionState& selection);

  const TimelinePtr& shown() const { return shown_; }
  int count() const { return other_ ? 2 : 1; }
  const Timeline& timeline(int which) const { return *(which ? other_ : shown_); }
  const EventLinks& links(int which) const { return links_[which]; }
  double shift(int which) const { return which ? static_cast<double>(shift_) : 0; }
  // The runs of both timelines, or all their events including compilation.
  Stretch extent(bool compilation) const;

  TimelineEvent event(const ShownEvent& event) const;
  const TimelineName& name(const ShownEvent& event) const;
  Stretch stretchOf(const ShownEvent& event) const;  // shifted
  // Outermost event of the shown timeline with this begin and end, to 1 ns.
  std::optional<ShownEvent> eventOf(const Stretch& stretch) const;
  // The next (1) or previous (-1) event of the same name; nullopt: none.
  std::optional<ShownEvent> sameName(const ShownEvent& event, int direction) const;
  // The next event in the row, or one in the row below or above; nullopt: none.
  std::optional<ShownEvent> near(const ShownEvent& event, int along, int down) const;
  QString describe(const ShownEvent& event) const;  // in one line

 private:
  const EventRow& row(const ShownEvent& event) const;

  TimelinePtr shown_ = std::make_shared<Timeline>(), other_;
  std::size_t size_ = 0;  // size of shown_ at the last set()
  std::int64_t shift_ = 0;
  EventLinks links_[2];
};

}  // namespace ng::views
