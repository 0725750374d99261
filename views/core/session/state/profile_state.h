// SPDX-License-Identifier: Apache-2.0
// What was measured of the compilation and the run.
#pragma once

#include <map>
#include <string>

#include "engine/trace/timeline.h"

namespace ng::views {

struct ProfileState {
  // The compilation, followed by the recorded part of the run, which grows while it runs. Null:
  // nothing is recorded.
  TimelinePtr timeline;
  // The pace at which kernel times were measured; 0: full speed, or nothing measured yet.
  double timesPace = 0;
  // Microseconds per launch by kernel name, from the last run at full speed; empty if timesPace is
  // 0.
  std::map<std::string, double> fullSpeedTimes;
};

}  // namespace ng::views
