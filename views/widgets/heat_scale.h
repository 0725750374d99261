// SPDX-License-Identifier: Apache-2.0
// From numbers to colours: a range, even or logarithmic, and cividis or the signed map about zero;
// and a matrix drawn with it into an image, several cells to a pixel when it is larger than the
// image.
#pragma once

#include <QImage>
#include <QRectF>
#include <algorithm>
#include <cmath>
#include <vector>

#include "views/widgets/tensor_slice.h"
#include "views/widgets/tensor_statistics.h"

namespace ng::views {

struct HeatScale {
  double low = 0, high = 1;
  bool aboutZero = false;  // signed map: white at 0
  // Even steps of colour for even factors; with 0 or both signs in the range for those beyond a
  // thousandth of its larger end.
  bool logarithmic = false;
  bool operator==(const HeatScale&) const = default;

  // The whole range of the data; symmetric about 0 when it has both signs.
  static HeatScale fit(const TensorStatistics& statistics);
  // Mean ± `sigmas` standard deviations, within the data.
  static HeatScale around(const TensorStatistics& statistics, double sigmas);
  QRgb colour(double value) const;  // clamped; NaN in the NaN colour
  double part(double value) const;  // of the way from low to high: 0 to 1 within the range
  double at(double part) const;     // the value there

 private:
  double bent(double value) const;
  double knee() const { return std::max(std::abs(low), std::abs(high)) * 1e-3; }
};

// Colours by a table of 1,024 entries: painting a pixel is one look-up.
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

// The cells of a slice as floats, for drawing. Of a large slice they are read from it when they are
// asked for, and a pixel over many of them takes a sample.
struct HeatCells {
  int rows = 0, columns = 0;
  std::vector<float> values;  // row by row; empty: of a large slice
  TensorSlice large;
  bool isEmpty() const { return rows == 0 || columns == 0; }
  bool sampled() const { return !large.isEmpty(); }
  float at(int row, int column) const {
    if (sampled()) return static_cast<float>(large.at(row, column));
    return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
  std::optional<float> find(int row, int column) const {  // nothing: it is not there yet
    if (!sampled()) return at(row, column);
    const auto found = large.find(large.flatIndex(row, column));
    return found ? std::optional(static_cast<float>(*found)) : std::nullopt;
  }
  static constexpr int sample = 4;  // cells of a pixel in each direction, at most
  static HeatCells from(const TensorSlice& slice);
};

// `part` (in cells) drawn into `size` pixels. A pixel over several cells shows the mean of the
// finite ones; one NaN among them makes it NaN's colour, so that none is lost from sight (of a
// large slice: among its sample). Cells that are not there yet are left empty.
QImage heatImage(const HeatCells& cells, const QRectF& part, QSize size, const HeatScale& scale);

}  // namespace ng::views
