// SPDX-License-Identifier: Apache-2.0
// The visible part of a plot's plane, and the linear map of one of its axes to pixels.
#pragma once

namespace ng::views {

// In the units of the axes; logarithmic axes use exponents of ten.
struct PlotRange {
  double left = 0, right = 1, low = 0, high = 1;
  bool operator==(const PlotRange&) const = default;
};

struct PlotAxis {
  double low = 0, high = 1;    // shown values
  double first = 0, last = 1;  // their pixels

  double pixel(double value) const { return first + (last - first) * (value - low) / (high - low); }
  double value(double pixel) const { return low + (pixel - first) / (last - first) * (high - low); }
  // Scales the shown span by `factor` (below 1: zooms in) about the value at `pixel`.
  PlotAxis zoomed(double factor, double pixel) const;
  // Moves the contents by `pixels`.
  PlotAxis panned(double pixels) const;
};

inline PlotAxis PlotAxis::zoomed(double factor, double pixel) const {
  const double at = value(pixel);
  return {at + (low - at) * factor, at + (high - at) * factor, first, last};
}

inline PlotAxis PlotAxis::panned(double pixels) const {
  const double by = pixels / (last - first) * (high - low);
  return {low - by, high - by, first, last};
}

}  // namespace ng::views
