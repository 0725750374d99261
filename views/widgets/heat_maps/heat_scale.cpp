// SPDX-License-Identifier: Apache-2.0
// Maps numbers to colours, and a matrix to an image.
#include "views/widgets/heat_maps/heat_scale.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/records/tensor_record.h"
#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

constexpr std::int64_t mostHeld = 1 << 24;  // cells, 64 MiB

// The cells under one pixel: [from, to).
struct Span {
  int from = 0, to = 0;
  bool operator==(const Span&) const = default;
};

std::vector<Span> spans(double start, double length, int pixels, int cells) {
  std::vector<Span> result(static_cast<std::size_t>(pixels));
  for (int i = 0; i < pixels; ++i) {
    const double a = start + length * i / pixels, b = start + length * (i + 1) / pixels;
    const bool single = b - a <= 1;
    const int from =
        single ? static_cast<int>(std::floor((a + b) / 2)) : static_cast<int>(std::floor(a + 1e-9));
    const int to = single ? from + 1 : static_cast<int>(std::ceil(b - 1e-9));
    result[static_cast<std::size_t>(i)] = {std::clamp(from, 0, cells), std::clamp(to, 0, cells)};
  }
  return result;
}

// The value painted for the cells of rows × columns: their mean, NaN, or the infinity found;
// nullopt if none of the cells is loaded.
std::optional<double> standsFor(const HeatCells& cells, Span rows, Span columns) {
  if (rows.to - rows.from == 1 && columns.to - columns.from == 1) {
    return cells.find(rows.from, columns.from);
  }
  double sum = 0, infinite = 0;
  std::int64_t count = 0;
  const auto step = [&](Span span) {
    return cells.sampled() ? (span.to - span.from + HeatCells::sample - 1) / HeatCells::sample : 1;
  };
  const int down = step(rows), across = step(columns);
  for (int r = rows.from; r < rows.to; r += down) {
    for (int c = columns.from; c < columns.to; c += across) {
      const std::optional<float> value = cells.find(r, c);
      if (!value) continue;
      if (std::isnan(*value)) return *value;
      if (std::isinf(*value)) {
        infinite = *value;
      } else {
        sum += *value;
        ++count;
      }
    }
  }
  if (infinite != 0) return infinite;
  return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

}  // namespace

HeatScale HeatScale::fit(const TensorStatistics& s) {
  if (s.finite == 0) return {};
  const double low = s.min, high = s.max;
  if (low < 0 && high > 0) {
    const double size = std::max(-low, high);
    return {-size, size, true, false};
  }
  if (low == high) return {low - 0.5, high + 0.5, false, false};
  return {low, high, false, false};
}

HeatScale HeatScale::around(const TensorStatistics& s, double sigmas) {
  HeatScale scale = fit(s);
  if (s.std == 0) return scale;
  if (scale.aboutZero) {
    const double size = std::min(scale.high, std::abs(s.mean) + sigmas * s.std);
    return {-size, size, true, false};
  }
  return {std::max(s.min.real(), s.mean - sigmas * s.std),
          std::min(s.max.real(), s.mean + sigmas * s.std), false, false};
}

double HeatScale::bent(double value) const {
  if (!logarithmic) return value;
  if (low > 0) return std::log(std::max(value, low));
  return std::copysign(std::log1p(std::abs(value) / knee()), value);
}

double HeatScale::part(double value) const {
  const double from = bent(low), span = bent(high) - from;
  return (bent(value) - from) / (span > 0 ? span : 1);
}

double HeatScale::at(double part) const {
  const double from = bent(low), bend = from + part * (bent(high) - from);
  if (!logarithmic) return bend;
  if (low > 0) return std::exp(bend);
  return std::copysign(std::expm1(std::abs(bend)) * knee(), bend);
}

QRgb HeatScale::colour(double value) const {
  if (std::isnan(value)) return Theme::current().colours().nan.rgb();
  if (std::isinf(value)) value = value > 0 ? high : low;
  const double t = part(value);
  return aboutZero ? Theme::signedHeat(2 * t - 1) : Theme::heat(t);
}

HeatColours::HeatColours(const HeatScale& scale)
    : scale_(scale), logarithmic_(scale.logarithmic), low_(scale.low), nan_(scale.colour(NAN)) {
  for (int i = 0; i < size; ++i)
    table_[i] = scale.colour(scale.at(static_cast<double>(i) / (size - 1)));
  if (scale.high > scale.low) step_ = (size - 1) / (scale.high - scale.low);
}

HeatCells HeatCells::from(const TensorSlice& slice) {
  HeatCells cells;
  if (slice.isEmpty()) return cells;
  cells.rows = static_cast<int>(slice.rows());
  cells.columns = static_cast<int>(slice.columns());
  if (!slice.isHeld() || slice.rows() * slice.columns() > mostHeld) {
    cells.large = slice;
    return cells;
  }
  cells.values.resize(static_cast<std::size_t>(slice.rows() * slice.columns()));
  if (cells.values.empty()) return cells;
  const Tensor& tensor = slice.tensor().value;
  const std::int64_t start = slice.flatIndex(0, 0);
  const std::int64_t down = slice.flatIndex(1, 0) - start, across = slice.flatIndex(0, 1) - start;
  std::size_t next = 0;
  const auto fill = [&](auto&& element) {
    for (std::int64_t row = 0; row < cells.rows; ++row) {
      for (std::int64_t column = 0; column < cells.columns; ++column) {
        cells.values[next++] = element(start + row * down + column * across);
      }
    }
  };
  if (tensor.dtype == DType::f32) {
    fill([values = tensor.as<float>()](std::int64_t i) { return values[i]; });
  } else {
    fill([&](std::int64_t i) { return static_cast<float>(tensor.at(i)); });
  }
  return cells;
}

QImage heatImage(const HeatCells& cells, const QRectF& part, QSize size, const HeatScale& scale) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::transparent);
  if (cells.isEmpty() || size.isEmpty()) return image;
  const std::vector<Span> rows = spans(part.top(), part.height(), size.height(), cells.rows);
  const std::vector<Span> columns = spans(part.left(), part.width(), size.width(), cells.columns);
  const HeatColours colour(scale);
  const QRgb empty = Theme::current().colours().card.rgb();
  for (int y = 0; y < size.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    const Span row = rows[static_cast<std::size_t>(y)];
    if (y > 0 && row == rows[static_cast<std::size_t>(y) - 1]) {
      std::memcpy(line, image.constScanLine(y - 1), sizeof(QRgb) * size.width());
      continue;
    }
    for (int x = 0; x < size.width(); ++x) {
      const Span column = columns[static_cast<std::size_t>(x)];
      const bool same = x > 0 && column == columns[static_cast<std::size_t>(x) - 1];
      const auto value = same ? std::nullopt : standsFor(cells, row, column);
      line[x] = same ? line[x - 1] : value ? colour(*value) : empty;
    }
  }
  return image;
}

}  // namespace ng::views
