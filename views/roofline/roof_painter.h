// SPDX-License-Identifier: Apache-2.0
// Paints a roofline: grid, ceilings with labels, dots with names.
#pragma once

#include "views/roofline/roof_labels.h"

namespace ng::views {

class RoofPainter {
 public:
  RoofPainter(const RoofPlot& plot, QPainter& painter);
  void paint();

 private:
  void paintGrid();
  void paintCeilings(const std::vector<CeilingLabel>& labels);
  void paintOther();
  void paintDots();
  void paintLabels(const std::vector<QRectF>& taken);

  const RoofPlot& plot_;
  QPainter& painter_;
  const QRectF area_;
};

}  // namespace ng::views
