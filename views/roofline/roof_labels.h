// SPDX-License-Identifier: Apache-2.0
// Placement of labels in a roofline without overlap: of ceilings along their line, of kernels near
// their dots.
#pragma once

#include <QLineF>
#include <optional>
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

// Label of a kernel's dot.
struct DotLabel {
  QString text;
  QRectF box;
  std::optional<QLineF> leader;  // from the dot to the edge of a label that is further away
};

// Places labels next to their dots, or further away where there is no room, clear of dots, `taken`
// and each other; dots without room for a label have none.
std::vector<DotLabel> dotLabels(const RoofPlot& plot, std::vector<QRectF> taken);

}  // namespace ng::views
