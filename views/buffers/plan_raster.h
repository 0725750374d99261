// SPDX-License-Identifier: Apache-2.0
// Rasterizes rectangles directly into pixels: QPainter is too slow for a million of them. Each is
// drawn to scale, at least one pixel wide and high; rectangles within one pixel are drawn once and
// counted.
#pragma once

#include <QImage>
#include <vector>

#include "views/buffers/rect_tree.h"

namespace ng::views {

struct RasterColour {
  QRgb body = 0, border = 0;  // border: one pixel wide, drawn if there is room
};

struct Raster {
  QImage image;
  std::int64_t drawn = 0;   // rectangles drawn separately
  std::int64_t merged = 0;  // rectangles merged into shared pixels
};

// `colours` is indexed by PlotRect::colour. Rectangles outside `window` are skipped; parts smaller
// than `least` pixels are merged.
Raster rasterise(const RectTree& tree, const PlotRange& window, QSize pixels,
                 const std::vector<RasterColour>& colours, double least = 1);

}  // namespace ng::views
