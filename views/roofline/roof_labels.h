// SPDX-License-Identifier: Apache-2.0
// Placement of the ceilings' labels in a roofline: along their line, without overlap.
#pragma once

#include <vector>

#include "views/roofline/roof_plot.h"

namespace ng::views {

// Label of a ceiling. `box` is in coordinates rotated about `at`; `bounds` in widget coordinates.
struct CeilingLabel {
  QString text;
  QPointF at;
  double turn = 0;  // degrees
  QRectF box, bounds{};
  bool clear = true;  // no overlap with dots and lines of other ceilings
};

// Places each label at the first position along its line, above or below, that is clear of labels,
// dots and other ceilings; otherwise horizontally next to the line; otherwise only clear of labels.
std::vector<CeilingLabel> ceilingLabels(const RoofPlot& plot);

}  // namespace ng::views
