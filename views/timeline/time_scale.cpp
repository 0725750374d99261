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

QString spanText(double nanoseconds) {
  const double size = std::abs(nanoseconds);
  if (size < 999.5) return QString::number(nanoseconds, 'f', 0) + QStringLiteral(" ns");
  return microsecondText(nanoseconds / 1e3);
}

QString momentText(double time, double span) {
  const DisplayUnit unit = timeUnit(time);
  if (unit.size == 1) return QString::number(time, 'f', 0) + QStringLiteral(" ns");
  const double part = std::max(1.0, span) / unit.size;
  const int most = static_cast<int>(std::lround(std::log10(unit.size)));
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(part))), 2, most);
  return QString::number(time / unit.size, 'f', decimals) + u' ' + unit.name;
}

QString rangeText(double from, double to) {
  const DisplayUnit unit = timeUnit(std::max(std::abs(from), std::abs(to)));
  const double span = std::max(1e-3, (to - from) / unit.size);
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(span))), 0, 9);
  return QString::number(from / unit.size, 'f', decimals) + QString::fromUtf8(" – ") +
         QString::number(to / unit.size, 'f', decimals) + u' ' + unit.name;
}

}  // namespace ng::views
