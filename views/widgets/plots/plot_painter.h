// SPDX-License-Identifier: Apache-2.0
// Paints a plot of curves: grid and ticks, the scales, curves, cursor, legend, hovered value.
#pragma once

#include "views/widgets/plots/axis_ticks.h"
#include "views/widgets/plots/plot.h"

namespace ng::views {

class PlotPainter {
 public:
  PlotPainter(const Plot& plot, QPainter& painter);
  void paint();

 private:
  std::vector<AxisTick> heightTicks(const PlotAxis& axis, int wanted) const;
  void paintGrid();
  void paintTitles();
  void paintRight();
  void paintTop();
  void paintCurves();
  void paintCursor();
  // In pixels, by series; some of many.
  void paintLegend();
  void paintHover();

  const Plot& plot_;
  QPainter& painter_;
  const QRectF area_;
  const PlotAxis x_;
};

}  // namespace ng::views
