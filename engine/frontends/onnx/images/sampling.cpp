// SPDX-License-Identifier: Apache-2.0
// Sampling images at computed places: GridSample and AffineGrid.
#include <algorithm>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/matrices/matrix.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_points = std::int64_t{1} << 22;

enum class Outside { zeros, border, reflection };

// Interpolation along one spatial dimension.
struct Sampling {
  std::string mode;
  Outside outside = Outside::zeros;
  bool align_corners = false;
  std::int64_t length = 1;

  double low() const { return align_corners ? 0 : -0.5; }
  double high() const { return static_cast<double>(length) - (align_corners ? 1 : 0.5); }
};

// An element of the image and its share; a null weight is 1.
struct Tap {
  Op index, weight;
};

Op clamped(const Op& place, const Sampling& s) {
  return maximum(minimum(place, static_cast<double>(s.length - 1)), 0);
}

// Mirrored at the borders as often as necessary.
Op reflected(const Op& place, const Sampling& s) {
  const double range = s.high() - s.low();
  if (range <= 0) return place * 0;
  const Op size = absolute(place - s.low());
  const Op offset = size - floor(size / (2 * range)) * (2 * range);  // mod has no gradient
  return where(greater(offset, range), Op(-offset) + 2 * range, offset) + s.low();
}

// The place of a coordinate from -1 to 1.
Op place_of(const Op& coordinate, const Sampling& s) {
  const auto length = static_cast<double>(s.length);
  Op place = s.align_corners ? (coordinate + 1) * ((length - 1) / 2)
                             : ((coordinate + 1) * length - 1) * 0.5;
  if (s.mode == "nearest") place = round(place);
  // As in PyTorch and ONNX Runtime, cubic taps are continued, but not the place between them.
  if (s.outside == Outside::zeros || s.mode == "cubic") return place;
  const Op inside = s.outside == Outside::border ? clamped(place, s) : reflected(place, s);
  const Op is_outside = maximum(less(place, s.low()), greater(place, s.high()));
  return where(is_outside, inside, place);
}

// Cubic convolution with a = -0.75, as in PyTorch; `t` is the part after the second tap.
std::vector<Op> cubic_weights(const Op& t) {
  const double a = -0.75;
  const auto near = [a](const Op& d) { return (d * (a + 2) - (a + 3)) * d * d + 1; };
  const auto far = [a](const Op& d) { return ((d * a - 5 * a) * d + 8 * a) * d - 4 * a; };
  const Op rest = Op(-t) + 1;
  return {far(t + 1), near(t), near(rest), far(rest + 1)};
}

std::vector<Tap> taps_at(const Op& place, const Sampling& s) {
  if (s.mode == "nearest") return {{place, {}}};
  const Op base = floor(place), t = place - base;
  if (s.mode == "linear") return {{base, Op(-t) + 1}, {base + 1, t}};
  const std::vector<Op> weights = cubic_weights(t);
  std::vector<Tap> taps;
  for (int k = 0; k < 4; ++k) {
    taps.push_back({base + (k - 1.0), weights[static_cast<std::size_t>(k)]});
  }
  return taps;
}

// Indices within the image; outside it the weight becomes 0 or the image is continued.
Tap resolved(const Tap& tap, const Sampling& s) {
  if (s.outside == Outside::reflection) {
    return {value_of(clamped(reflected(tap.index, s), s), DType::i64), tap.weight};
  }
  const Op index = value_of(clamped(tap.index, s), DType::i64);
  if (s.outside == Outside::border) return {index, tap.weight};
  const Op inside =
      greater_equal(tap.index, 0) * less_equal(tap.index, static_cast<double>(s.length - 1));
  return {index, tap.weight ? tap.weight * inside : inside};
}

std::string mode_of(const NodeContext& n) {
  const std::string mode =
      n.choice("mode", "linear", {"linear", "bilinear", "cubic", "bicubic", "nearest"});
  return mode == "bilinear" ? "linear" : mode == "bicubic" ? "cubic" : mode;
}

Outside outside_of(const NodeContext& n) {
  const std::string mode = n.choice("padding_mode", "zeros", {"zeros", "border", "reflection"});
  return mode == "border"       ? Outside::border
         : mode == "reflection" ? Outside::reflection
                                : Outside::zeros;
}

// Every choice of one tap per dimension: the element of the image in row-major order.
std::vector<Tap> combined(const std::vector<std::vector<Tap>>& by_dimension,
                          const std::vector<Sampling>& sampling) {
  std::vector<Tap> all{{}};
  for (std::size_t i = 0; i < by_dimension.size(); ++i) {
    std::vector<Tap> longer;
    for (const Tap& before : all) {
      for (const Tap& tap : by_dimension[i]) {
        const ScopedResultType type(DType::i64);
        const auto length = static_cast<double>(sampling[i].length);
        const Op index = before.index ? before.index * length + tap.index : tap.index;
        longer.push_back({index, {}});
        const ScopedResultType weights(tap.weight ? tap.weight.dtype() : DType::f32);
        longer.back().weight = product(before.weight, tap.weight);
      }
    }
    all = std::move(longer);
  }
  return all;
}

// x (N, C, spatial …), grid (N, places …, spatial coordinates, the last dimension's first).
void grid_sample(NodeContext& n) {
  const bool wide = n.widened() == DType::f64 || n.dtype(1) == DType::f64;
  const ScopedResultType type(wide ? DType::f64 : DType::f32);
  const Op x = n.op(0), grid = n.op(1);
  const Shape shape = n.shape(), places = n.shape(1);
  const std::size_t rank = shape.size(), spatial = rank - 2;
  if (rank < 3 || rank > 5 || places.size() != rank || places[0] != shape[0] ||
      places.back() != static_cast<std::int64_t>(spatial) || element_count(shape) == 0) {
    NodeContext::refuse("its grid does not fit its input");
  }
  std::vector<std::vector<Tap>> taps;
  std::vector<Sampling> sampling;
  for (std::size_t i = 0; i < spatial; ++i) {
    sampling.push_back(
        {mode_of(n), outside_of(n), n.integer("align_corners", 0) != 0, shape[i + 2]});
    const auto at = static_cast<std::int64_t>(spatial - 1 - i);
    const Op coordinate = without(part(n, grid, rank - 1, at, 1), {rank - 1});
    taps.emplace_back();
    for (const Tap& tap : taps_at(place_of(coordinate, sampling.back()), sampling.back())) {
      taps.back().push_back(resolved(tap, sampling.back()));
    }
  }
  n.dims.equate(x.axes()[0], grid.axes()[0]);
  const std::int64_t image = element_count(shape) / (shape[0] * shape[1]);
  const Op table = regrouped(n, x, {shape[0], shape[1], image}, "element");
  std::vector<Axis> names{table.axes()[0]};
  for (std::size_t i = 1; i + 1 < rank; ++i)
    names.push_back(unlike(n, grid.axes()[i], table.axes().list()));
  const auto in_table = [&](const Op& of_grid) { return renamed(of_grid, names); };
  Op total;
  for (const Tap& tap : combined(taps, sampling)) {
    const Op picked = take(table, in_table(tap.index), table.axes()[2]);
    const Op one = tap.weight ? picked * in_table(tap.weight) : picked;
    total = total ? total + one : one;
  }
  n.result(total);
}

// The coordinates -1 to 1 of the centres or, aligned, of the corners of `length` elements.
double coordinate(std::int64_t at, std::int64_t length, bool aligned) {
  const auto i = static_cast<double>(at), count = static_cast<double>(length);
  if (aligned) return length == 1 ? 0 : 2 * i / (count - 1) - 1;
  return (2 * i + 1) / count - 1;
}

// theta (N, d, d + 1) times the homogeneous coordinates of each point, the last dimension's first.
void affine_grid(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const auto size = n.integers(1, "its size");
  const Shape theta = n.shape();
  const std::size_t spatial = size.size() - std::min<std::size_t>(size.size(), 2);
  const auto d = static_cast<std::int64_t>(spatial);
  if (spatial < 2 || spatial > 3 || theta.size() != 3 || theta[1] != d || theta[2] != d + 1) {
    NodeContext::refuse("its theta does not fit its size");
  }
  Shape image(size.begin() + 2, size.end());
  const std::int64_t points = element_count(image);
  if (points < 1 || points > most_points) NodeContext::refuse("its grid is too large or empty");
  ng::Tensor base(n.dtype(), {points, d + 1});
  const bool aligned = n.integer("align_corners", 0) != 0;
  for (std::int64_t p = 0; p < points; ++p) {
    std::int64_t rest = p;
    for (std::size_t k = 0; k < spatial; ++k) {
      const std::int64_t length = image[spatial - 1 - k];
      base.set(p * (d + 1) + static_cast<std::int64_t>(k),
               coordinate(rest % length, length, aligned));
      rest /= length;
    }
    base.set(p * (d + 1) + d, 1);
  }
  const Op x = n.op(0);
  const Op grid = constant(base, Axes{n.fresh(points, "point"), n.fresh(d + 1, "coordinate")});
  const Op turned = over(x, Axes{x.axes()[0], x.axes()[2], x.axes()[1]});
  image.insert(image.begin(), theta[0]);
  image.push_back(d);
  n.result(regrouped(n, matmul(n, grid, turned), image));
}

constexpr OpRow rows[] = {
    {"AffineGrid", 20, 0, affine_grid},
    {"GridSample", 16, 0, grid_sample},
};

}  // namespace

std::span<const OpRow> sampling_rows() {
  return rows;
}

}  // namespace ng::onnx
