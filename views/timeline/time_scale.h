// SPDX-License-Identifier: Apache-2.0
// Linear map between nanoseconds and pixels, and formatting of times.
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

namespace ng::views {

class TimeScale {
 public:
  // The pixels [left, left + width) show the times from() to to().
  void setPixels(double left, double width);
  void show(double from, double to);  // in nanoseconds; at least 10 ns
  // Scales the visible span by `factor` (below 1: zooms in) about the time at pixel `x`.
  void zoom(double factor, double x);
  void pan(double pixels);

  double from() const { return from_; }
  double to() const { return from_ + perPixel_ * width_; }
  double perPixel() const { return perPixel_; }  // in nanoseconds
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

// Ticks at round times, about `gap` pixels apart, labelled in a common unit.
std::vector<TimeTick> timeTicks(const TimeScale& scale, double gap = 110);

QString spanText(double nanoseconds);       // e.g. "214 ns", "8.4 µs", "1.24 ms", "2.10 s"
// Time of an event of length `span`, with enough digits to locate it, e.g. "1.6950321 s".
QString momentText(double time, double span);
QString rangeText(double from, double to);  // e.g. "1.20 – 3.42 ms"

}  // namespace ng::views
