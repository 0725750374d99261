// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lane_layout.h"

#include <algorithm>

#include "views/timeline/lane_metrics.h"

namespace ng::views {

double LaneBand::height() const {
  const std::size_t lines = title.contains(u'\n') ? 2 : 1;
  return static_cast<double>(std::max(rows, lines)) * lane::row;
}

// Omits lanes without events.
void LaneLayout::follow(const ShownTimelines& timelines) {
  bands_.clear();
  double top = lane::gap;
  for (int which = 0; which < timelines.count(); ++which) {
    const std::vector<TimelineLane>& lanes = timelines.timeline(which).lanes();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      std::size_t rows = 0;
      for (std::size_t row = 0; row < lanes[i].rows.size(); ++row)
        if (!lanes[i].rows[row].empty()) rows = row + 1;
      if (rows == 0) continue;
      const bool folded = isFolded(which, lanes[i].name);
      if (folded) rows = 1;
      const QString name = QString::fromStdString(lanes[i].name);
      const QString of = QString::fromStdString(timelines.timeline(which).title);
      bands_.push_back({which, i, top, rows, which ? name + "\n" + of : name, folded});
      top += bands_.back().height() + lane::gap;
    }
  }
}

double LaneLayout::height() const {
  return bands_.empty() ? 0 : bands_.back().top + lane::gap + bands_.back().height();
}

const LaneBand* LaneLayout::bandAt(double y) const {
  for (const LaneBand& band : bands_)
    if (y >= band.top && y < band.top + band.height()) return &band;
  return nullptr;
}

const LaneBand* LaneLayout::bandOf(const ShownEvent& event) const {
  for (const LaneBand& band : bands_)
    if (band.which == event.which && band.lane == event.place.lane) return &band;
  return nullptr;
}

void LaneLayout::fold(const ShownTimelines& timelines, int which, const std::string& lane) {
  const std::pair key(which, lane);
  if (!folded_.erase(key)) folded_.insert(key);
  follow(timelines);
}

bool LaneLayout::isFolded(int which, const std::string& lane) const {
  return folded_.contains({which, lane});
}

}  // namespace ng::views
