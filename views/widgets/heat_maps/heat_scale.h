// SPDX-License-Identifier: Apache-2.0
// Maps numbers to colours: a linear or logarithmic range with cividis or with the signed map about
// zero; and draws a matrix into an image, several cells per pixel if the matrix is larger than the
// image.
#pragma once

#include <QImage>
#include <QRectF>
#include <algorithm>
#include <cmath>
#include <vector>

#include "views/widgets/tensors/tensor_slice.h"
#include "views/widgets/tensors/tensor_statistics.h"

namespace ng::views {

struct HeatScale {
  double low = 0, high = 1;
  bool aboutZero = false;  // signed map: white at 0
  // Logarithmic colours. If the range contains 0 or both signs: symmetric logarithm, linear below a
  // thousandth of the larger end.
  bool logarithmic = false;
  bool operator==(const HeatScale&) const = default;

  // The whole range of the data; symmetric about 0 if it has both signs.
  static HeatScale fit(const TensorStatistics& statistics);
  // Mean ± `sigmas` standard deviations, clamped to the data.
  static HeatScale around(const TensorStatistics& statistics, double sigmas);
  QRgb colour(double value) const;  // clamped; NaN in the NaN colour
  double part(double value) const;  // relative position: 0 at low, 1 at high
  double at(double part) const;     // inverse of part()

 private:
  double bent(double value) const;
  double knee() const { return std::max(std::abs(low), std::abs(high)) * 1e-3; }
};

// Look-up table of 1,024 colours, so that painting a pixel is one look-up.
class HeatColours {
 public:
  explicit HeatColours(const HeatScale& scale);
  QRgb operator()(double value) const {
    if (std::isnan(value)) return nan_;
    const double at = logarithmic_ ? std::clamp(scale_.part(value) * (size - 1), 0.0, size - 1.0)
                                   : std::clamp((value - low_) * step_, 0.0, size - 1.0);
    return table_[static_cast<int>(at + 0.5)];
  }

 private:
  static constexpr int size = 1024;
  HeatScale scale_;
  bool logarithmic_;
  double low_, step_ = 0;
  QRgb nan_;
  QRgb table_[size];
};

// The cells of a slice as floats, for drawing. The cells of a large slice are read on demand, and a
// pixel that covers many cells uses a sample of them.
struct HeatCells {
  int rows = 0, columns = 0;
  std::vector<float> values;  // row-major; empty for a large slice
  TensorSlice large;
  bool isEmpty() const { return rows == 0 || columns == 0; }
  bool sampled() const { return !large.isEmpty(); }
  float at(int row, int column) const {
    if (sampled()) return static_cast<float>(large.at(row, column));
    return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
  std::optional<float> find(int row, int column) const {  // nullopt: not loaded yet
    if (!sampled()) return at(row, column);
    const auto found = large.find(large.flatIndex(row, column));
    return found ? std::optional(static_cast<float>(*found)) : std::nullopt;
  }
  static constexpr int sample = 4;  // sampled cells per pixel in each direction, at most
  static HeatCells from(const TensorSlice& slice);
};

// Draws `part` (in cells) into `size` pixels. A pixel over several cells shows the mean of the
// finite ones; a single NaN gives the whole pixel NaN's colour, so that no NaN is hidden (in a
// large slice: no sampled NaN). Cells that are not loaded stay empty.
QImage heatImage(const HeatCells& cells, const QRectF& part, QSize size, const HeatScale& scale);

}  // namespace ng::views
