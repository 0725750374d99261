// SPDX-License-Identifier: Apache-2.0
// Paints a memory plan: the images of all rectangles, highlights, names, and the lines of the peak
// and the live bytes.
#pragma once

#include "views/buffers/plan_plot.h"

namespace ng::views {

class PlanPainter {
 public:
  PlanPainter(const PlanPlot& plot, QPainter& painter);
  void paint(const PlanImages& images);

 private:
  QRectF pixelRect(const PlotRect& rect) const;
  void paintAxes();
  void paintSteps();
  void paintStep(int step, const QColor& colour);
  void paintLit();
  void paintLabels();
  void paintAlive();
  void paintLines();
  void paintCorner();

  const PlanPlot& plot_;
  const PlanShown& shown_;
  QPainter& painter_;
  const QRectF area_;
  const PlotAxis x_, y_;
};

}  // namespace ng::views
