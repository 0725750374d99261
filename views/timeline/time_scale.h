// SPDX-License-Identifier: Apache-2.0
// From nanoseconds to pixels and back, and times as the timeline prints them.
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

namespace ng::views {

class TimeScale {
 public:
  // The pixels [left, left + width) show what is from `from()` to `to()`.
  void setPixels(double left, double width);
  void show(double from, double to);  // nanoseconds; at least 10 of them
  // Zooms by `factor` (below 1: closer) about the time under pixel `x`.
  void zoom(double factor, double x);
  void pan(double pixels);

  double from() const { return from_; }
  double to() const { return from_ + perPixel_ * width_; }
  double perPixel() const { return perPixel_; }  // nanoseconds
  double left() const { return left_; }
  double right() const { return left_ + width_; }
  double x(double time) const { return left_ + (time - from_) / perPixel_; }
  double time(double x) const { return from_ + (x - left_) * perPixel_; }

 private:
  double left_ = 0, width_ = 100, from_ = 0, perPixel_ = 1000;
};

struct TimeTick {
  double time = 0;
  QString label;
};

// Ticks at round times, some `gap` pixels apart, labelled in one unit.
std::vector<TimeTick> timeTicks(const TimeScale& scale, double gap = 110);

QString spanText(double nanoseconds);       // "214 ns", "8.4 us", "1.24 ms", "2.10 s"
// When something `span` long is, with as many digits as place it: "1.6950321 s".
QString momentText(double time, double span);
QString rangeText(double from, double to);  // "1.20 – 3.42 ms"

}  // namespace ng::views
