// SPDX-License-Identifier: Apache-2.0
#include "views/buffers/plan_raster.h"

#include <algorithm>

namespace ng::views {
namespace {

class Canvas {
 public:
  Canvas(QImage& image, const PlotRange& window)
      : bits_(reinterpret_cast<QRgb*>(image.bits())),
        stride_(image.bytesPerLine() / 4),
        width_(image.width()),
        height_(image.height()),
        window_(window),
        acrossScale_(width_ / (window.right - window.left)),
        upScale_(height_ / (window.high - window.low)) {}

  // Draws a rectangle that intersects the window. column() and row() clamp first, so that
  // truncation to int rounds down.
  void draw(double left, double right, double low, double high, const RasterColour& colour) {
    const int x0 = column(left), y1 = row(low);
    const int x1 = std::max(column(right), x0 + 1), y0 = std::min(row(high), y1 - 1);
    if (x1 == x0 + 1 && y0 == y1 - 1) {  // fast path: most rectangles of a large plan are one pixel
      if (x0 < width_ && y0 >= 0) bits_[y0 * stride_ + x0] = colour.body;
      return;
    }
    const bool bordered = x1 - x0 > 2 && y1 - y0 > 2;
    fill(x0, x1, y0, y1, bordered ? colour.border : colour.body);
    if (bordered) fill(x0 + 1, x1 - 1, y0 + 1, y1 - 1, colour.body);
  }

 private:
  int column(double x) const {
    return static_cast<int>((std::min(std::max(x, window_.left), window_.right) - window_.left) *
                            acrossScale_);
  }
  int row(double y) const {
    return static_cast<int>((window_.high - std::min(std::max(y, window_.low), window_.high)) *
                            upScale_);
  }

  void fill(int x0, int x1, int y0, int y1, QRgb colour) {
    x1 = std::min(x1, width_);
    y0 = std::max(y0, 0);
    if (x0 >= x1) return;
    for (int y = y0; y < y1; ++y) {
      std::fill(bits_ + y * stride_ + x0, bits_ + y * stride_ + x1, colour);
    }
  }

  QRgb* bits_;
  qsizetype stride_;
  int width_, height_;
  PlotRange window_;
  double acrossScale_, upScale_;
};

}  // namespace

Raster rasterise(const RectTree& tree, const PlotRange& window, QSize pixels,
                 const std::vector<RasterColour>& colours, double least) {
  Raster raster;
  raster.image = QImage(pixels.expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
  raster.image.fill(Qt::transparent);
  if (pixels.isEmpty() || colours.empty()) return raster;
  Canvas canvas(raster.image, window);
  const auto of = [&](std::uint8_t colour) -> const RasterColour& {
    return colours[std::min<std::size_t>(colour, colours.size() - 1)];
  };
  tree.visit(
      window, least * (window.right - window.left) / pixels.width(),
      least * (window.high - window.low) / pixels.height(),
      [&](const PlotRect& rect) {
        ++raster.drawn;
        canvas.draw(rect.left, rect.right, rect.low, rect.high, of(rect.colour));
      },
      [&](const PlotRange& part, std::uint32_t count, std::uint8_t colour) {
        raster.merged += count;
        canvas.draw(part.left, part.right, part.low, part.high, of(colour));
      });
  return raster;
}

}  // namespace ng::views
