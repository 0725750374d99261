// SPDX-License-Identifier: Apache-2.0
// The time axis of the timeline, in nanoseconds.
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "views/widgets/plots/plot_axis.h"

namespace ng::views {

class TimeScale {
 public:
  // The pixels [left, left + width) show the times from() to to().
  void setPixels(double left, double width);
  void show(double from, double to);  // in nanoseconds; at least 10 ns
  // Scales the visible span by `factor` (below 1: zooms in) about the time at pixel `x`.
  void zoom(double factor, double x);
  void pan(double pixels);  // to later times

  double from() const { return axis_.low; }
  double to() const { return axis_.high; }
  double perPixel() const { return (to() - from()) / (right() - left()); }  // in nanoseconds
  double left() const { return axis_.first; }
  double right() const { return axis_.last; }
  double x(double time) const { return axis_.pixel(time); }
  double time(double x) const { return axis_.value(x); }

 private:
  PlotAxis axis_{0, 1e5, 0, 100};
};

struct TimeTick {
  double time = 0;
  QString label;
};

// Ticks at round times, about `gap` pixels apart, labelled in a common unit.
std::vector<TimeTick> timeTicks(const TimeScale& scale, double gap = 110);

}  // namespace ng::views
