// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/plots/legend_place.h"

#include <algorithm>
#include <cmath>

namespace ng::views {
namespace {

constexpr double inset = 4;
constexpr double much_less = 0.7;

bool isFinite(const QPointF& p) {
  return std::isfinite(p.x()) && std::isfinite(p.y());
}

// The length of a line inside a rectangle, by clipping it to each pair of sides (Liang, Barsky).
double lengthInside(const QRectF& box, const QPointF& from, const QPointF& to) {
  double begin = 0, end = 1;
  const auto clip = [&](double start, double step, double low, double high) {
    if (step == 0) {
      if (start < low || start > high) end = begin;
      return;
    }
    const double a = (low - start) / step, b = (high - start) / step;
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
  };
  const QPointF step = to - from;
  clip(from.x(), step.x(), box.left(), box.right());
  clip(from.y(), step.y(), box.top(), box.bottom());
  return end > begin ? (end - begin) * std::hypot(step.x(), step.y()) : 0;
}

double hidden(const QRectF& box, const std::vector<QPointF>& curve) {
  double length = 0;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (!isFinite(curve[i])) continue;
    length += box.contains(curve[i]) ? 1 : 0;  // its dot
    if (i > 0 && isFinite(curve[i - 1])) length += lengthInside(box, curve[i - 1], curve[i]);
  }
  return length;
}

}  // namespace

QRectF legendPlace(const QRectF& area, const QSizeF& size,
                   const std::vector<std::vector<QPointF>>& curves) {
  constexpr int heights = 5;  // from the top to the bottom
  const double left = area.left() + inset, right = area.right() - inset - size.width();
  const double lowest = area.height() - 2 * inset - size.height();
  QRectF best;
  double least = HUGE_VAL;
  for (int height = 0; height < heights; ++height) {
    for (const double x : {right, left}) {
      const QRectF box({x, area.top() + inset + lowest * height / (heights - 1)}, size);
      double all = 0;
      for (const std::vector<QPointF>& curve : curves) all += hidden(box, curve);
      if (all >= much_less * least) continue;
      least = all;
      best = box;
    }
  }
  return best;
}

}  // namespace ng::views
