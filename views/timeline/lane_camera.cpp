// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lane_camera.h"

#include <algorithm>
#include <cmath>

namespace ng::views {
namespace {

constexpr double emptyLength = 1e6;  // nanoseconds shown of a timeline without events

Stretch withAir(Stretch all) {
  if (all.to <= all.from) return {all.from, all.from + emptyLength};
  const double air = (all.to - all.from) * 0.01;
  return {all.from - air, all.to + air};
}

}  // namespace

void LaneCamera::show(double from, double to) {
  move(from, to, false);
}

void LaneCamera::move(double from, double to, bool automatic) {
  scale_.show(from, to);
  automatic_ = automatic;
  emit changed();
}

void LaneCamera::fit() {
  const Stretch all = withAir(timelines_.extent(false));
  move(all.from, all.to, true);
}

void LaneCamera::follow() {
  if (automatic_) fit();
}

void LaneCamera::home() {
  if (!automatic_) return fit();
  const Stretch all = withAir(timelines_.extent(true));
  show(all.from, all.to);
}

void LaneCamera::focus(std::optional<Stretch> span) {
  if (!span) return fit();
  const double air = std::max(5.0, (span->to - span->from) * 0.05);
  const double from = span->from - air, to = span->to + air;
  const bool there = std::abs(scale_.from() - from) < scale_.perPixel() &&
                     std::abs(scale_.to() - to) < scale_.perPixel();
  if (there) return fit();
  show(from, to);
}

void LaneCamera::zoom(double factor, double x) {
  scale_.zoom(factor, x);
  automatic_ = false;
  emit changed();
}

void LaneCamera::pan(double pixels) {
  scale_.pan(pixels);
  automatic_ = false;
  emit changed();
}

void LaneCamera::panBy(double share) {
  pan(share * (scale_.right() - scale_.left()));
}

}  // namespace ng::views
