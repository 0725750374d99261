// SPDX-License-Identifier: Apache-2.0
// The rectangles of a memory plan as images, drawn again only after a change.
#pragma once

#include "views/buffers/plan_raster.h"
#include "views/buffers/plan_shown.h"

namespace ng::views {

class PlanImages {
 public:
  void invalidate() { stale_ = true; }
  // `pixels` are device pixels, `ratio` of them to one logical pixel.
  void refresh(const PlanShown& shown, const PlotRange& range, QSize pixels, double ratio);
  const Raster& plan() const { return plan_; }
  const QImage& behind() const { return behind_.image; }  // the outline in the background
  QString mergedText() const;                             // empty: no buffers are merged

 private:
  Raster plan_, behind_;
  bool stale_ = true;
};

// Colours of a rectangle; `family` is PlotRect::colour.
RasterColour familyColour(std::uint8_t family, bool dim);

}  // namespace ng::views
