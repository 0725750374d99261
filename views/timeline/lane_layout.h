// SPDX-License-Identifier: Apache-2.0
// Places of the lanes, from top to bottom; lanes can be folded into one row.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "views/timeline/shown_timelines.h"

namespace ng::views {

struct LaneBand {  // a lane with events
  int which = 0;   // of the timelines
  std::size_t lane = 0;
  double top = 0;  // below the ruler, without scrolling
  std::size_t rows = 0;
  QString title;  // two lines for a lane of the compared timeline
  bool folded = false;
  double height() const;  // at least the height of the title
};

class LaneLayout {
 public:
  void follow(const ShownTimelines& timelines);
  const std::vector<LaneBand>& bands() const { return bands_; }
  double height() const;
  const LaneBand* bandAt(double y) const;                 // null: none
  const LaneBand* bandOf(const ShownEvent& event) const;  // null: not shown
  // Toggles between one row and all rows; invalidates the bands.
  void fold(const ShownTimelines& timelines, int which, const std::string& lane);
  bool isFolded(int which, const std::string& lane) const;

 private:
  std::vector<LaneBand> bands_;
  std::set<std::pair<int, std::string>> folded_;
};

}  // namespace ng::views
