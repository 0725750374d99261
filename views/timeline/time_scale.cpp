// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/time_scale.h"

#include <algorithm>
#include <cmath>

#include "views/widgets/number_text.h"
#include "views/widgets/plots/axis_ticks.h"

namespace ng::views {
namespace {

constexpr double leastShown = 10, mostShown = 1e19;  // limits of the shown span, in nanoseconds

}  // namespace

void TimeScale::setPixels(double left, double width) {
  axis_.first = left;
  axis_.last = left + std::max(1.0, width);
}

void TimeScale::show(double from, double to) {
  const double span = std::clamp(to - from, leastShown, mostShown);
  axis_.low = from - (span - (to - from)) / 2;
  axis_.high = axis_.low + span;
}

void TimeScale::zoom(double factor, double x) {
  const double span = to() - from();
  axis_ = axis_.zoomed(std::clamp(span * factor, leastShown, mostShown) / span, x);
}

void TimeScale::pan(double pixels) {
  axis_ = axis_.panned(-pixels);
}

std::vector<TimeTick> timeTicks(const TimeScale& scale, double gap) {
  const double low = scale.from(), high = scale.to();
  const DisplayUnit unit = timeUnit(std::max(std::abs(high), std::abs(low)));
  const int wanted = std::max(2, static_cast<int>((scale.right() - scale.left()) / gap));
  std::vector<TimeTick> ticks;
  for (const AxisTick& tick : axisTicks(low / unit.size, high / unit.size, wanted))
    ticks.push_back({tick.value * unit.size, tick.label + u' ' + unit.name});
  return ticks;
}

}  // namespace ng::views
