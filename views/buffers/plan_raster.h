// SPDX-License-Identifier: Apache-2.0
// Rectangles into pixels, without a painter: what a million of them needs. Each is drawn to scale,
// at least one pixel wide and high; what falls within one pixel is drawn once and counted.
#pragma once

#include <QImage>
#include <vector>

#include "views/buffers/rect_tree.h"

namespace ng::views {

struct RasterColour {
  QRgb body = 0, border = 0;  // border: one pixel, where there is room for it
};

struct Raster {
  QImage image;
  std::int64_t drawn = 0;   // on their own
  std::int64_t merged = 0;  // within pixels that others share
};

// `colours` by PlotRect::colour; what lies outside `window` is left out. Parts of fewer than
// `least` pixels are merged.
Raster rasterise(const RectTree& tree, const PlotWindow& window, QSize pixels,
                 const std::vector<RasterColour>& colours, double least = 1);

}  // namespace ng::views
