// SPDX-License-Identifier: Apache-2.0
// Resize and Upsample: along each dimension a selection, a product with a matrix of weights, or,
// where that is large, a sum of neighbours.
#include <algorithm>
#include <cmath>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/dot.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t largest_matrix = std::int64_t{1} << 20;  // of weights

struct Scaling {
  std::int64_t in = 1, out = 1;
  double scale = 1;
  std::string coordinates, nearest;
  double begin = 0, end = 1;  // the part that tf_crop_and_resize keeps

  bool crops() const { return coordinates == "tf_crop_and_resize"; }
  bool keeps_all() const { return in == out && scale == 1 && begin == 0 && end == 1; }
};

// The place in the input of position `x` of the result.
double place_of(const Scaling& s, std::int64_t x) {
  const auto at = static_cast<double>(x);
  const auto in = static_cast<double>(s.in);
  // Before rounding, also between corners: ONNX's node tests require it
  // (resize_downsample_scales_linear_align_corners and …_cubic_…), while ONNX Runtime and PyTorch
  // use the rounded length. They differ where in * scale is not an integer.
  const double out = s.scale * in;
  if (s.crops()) {
    const double kept = (s.end - s.begin) * (in - 1);
    return s.begin * (in - 1) + (out == 1 ? kept / 2 : at * kept / (out - 1));
  }
  if (s.coordinates == "asymmetric") return at / s.scale;
  if (s.coordinates == "align_corners") return out == 1 ? 0 : at * (in - 1) / (out - 1);
  if (s.coordinates == "pytorch_half_pixel" && out == 1) return 0;
  const double half = (at + 0.5) / s.scale - 0.5;
  if (s.coordinates != "half_pixel_symmetric") return half;
  const double kept = static_cast<double>(s.out) / out;
  return in / 2 * (1 - kept) + half;
}

std::int64_t nearest_to(const Scaling& s, double place) {
  double at = std::floor(place);
  const double rest = place - at;
  const bool up = s.nearest == "ceil" || (s.nearest == "simple" && s.scale < 1);
  if (up) at = std::ceil(place);
  if (s.nearest == "round_prefer_floor") at += rest > 0.5 ? 1 : 0;
  if (s.nearest == "round_prefer_ceil") at += rest >= 0.5 ? 1 : 0;
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(at), 0, s.in - 1);
}

// Weights of the neighbours from `first` on.
struct Weights {
  std::int64_t first = 0;
  std::vector<double> values;
};

Weights linear(double place) {
  const double low = std::floor(place);
  return {static_cast<std::int64_t>(low), {1 - (place - low), place - low}};
}

// Cubic convolution at a distance up to 1, and from 1 to 2.
double near(double d, double a) {
  return ((a + 2) * d - (a + 3)) * d * d + 1;
}
double far(double d, double a) {
  return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
}

Weights cubic(double place, double a) {
  const double low = std::floor(place), t = place - low;
  return {static_cast<std::int64_t>(low) - 1,
          {far(1 + t, a), near(t, a), near(1 - t, a), far(2 - t, a)}};
}

// A filter as wide as the distance of the results in the input; its weights add up to 1.
Weights antialiased(double place, double scale, bool is_cubic, double a) {
  const double radius = (is_cubic ? 2 : 1) / scale;
  if (!(radius < 1e6)) NodeContext::refuse("its filter is too wide");
  Weights w{static_cast<std::int64_t>(std::ceil(place - radius)), {}};
  double total = 0;
  for (std::int64_t i = w.first; static_cast<double>(i) <= place + radius; ++i) {
    const double d = std::abs(static_cast<double>(i) - place) * scale;
    const double shared = d <= 1 ? near(d, a) : d < 2 ? far(d, a) : 0;
    w.values.push_back(is_cubic ? shared : std::max(1 - d, 0.0));
    total += w.values.back();
  }
  for (double& value : w.values) value /= total;
  return w;
}

Weights weights_at(const NodeContext& n, const Scaling& s, std::int64_t x, bool is_cubic) {
  const double a = n.number("cubic_coeff_a", -0.75), place = place_of(s, x);
  if (n.integer("antialias", 0) != 0 && s.scale < 1) {
    return antialiased(place, s.scale, is_cubic, a);
  }
  return is_cubic ? cubic(place, a) : linear(place);
}

// The shares of input positions in a result position.
struct Shares {
  std::vector<std::int64_t> positions;
  std::vector<double> weights;
};

Shares shares_of(const NodeContext& n, const Scaling& s, std::int64_t x, bool is_cubic) {
  const bool exclude = n.integer("exclude_outside", 0) != 0;
  Weights w = weights_at(n, s, x, is_cubic);
  Shares shares;
  double total = 0;
  for (std::size_t k = 0; k < w.values.size(); ++k) {
    const std::int64_t at = w.first + static_cast<std::int64_t>(k);
    if (exclude && (at < 0 || at >= s.in)) w.values[k] = 0;
    total += w.values[k];
    shares.positions.push_back(std::clamp<std::int64_t>(at, 0, s.in - 1));
  }
  for (const double weight : w.values) shares.weights.push_back(weight / (exclude ? total : 1));
  return shares;
}

// (in, out): the share of each input position in each result position.
ng::Tensor weight_matrix(const NodeContext& n, const Scaling& s, bool is_cubic, DType type) {
  ng::Tensor matrix(type, {s.in, s.out});
  for (std::int64_t x = 0; x < s.out; ++x) {
    const Shares shares = shares_of(n, s, x, is_cubic);
    for (std::size_t k = 0; k < shares.positions.size(); ++k) {
      const std::int64_t cell = shares.positions[k] * s.out + x;
      matrix.set(cell, matrix.at(cell) + shares.weights[k]);
    }
  }
  return matrix;
}

// For a long dimension, whose matrix is large and nearly empty: takes the neighbours of each result
// position and sums them by their weights.
Op sum_of_neighbours(NodeContext& n, const Op& x, std::size_t at, const Scaling& s, const Axis& to,
                     bool is_cubic) {
  std::vector<Shares> all;
  std::size_t count = 0;
  for (std::int64_t i = 0; i < s.out; ++i) {
    all.push_back(shares_of(n, s, i, is_cubic));
    count = std::max(count, all.back().positions.size());
  }
  const Axis neighbour = n.fresh(static_cast<std::int64_t>(count), "neighbour");
  const Axes places{to, neighbour};
  ng::Tensor positions(DType::i64, places.lengths()), weights(x.dtype(), places.lengths());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < all[i].positions.size(); ++k) {
      const auto cell = static_cast<std::int64_t>(i * count + k);
      positions.set(cell, static_cast<double>(all[i].positions[k]));
      weights.set(cell, all[i].weights[k]);
    }
  }
  const Op neighbours = take(x, constant(positions, places), x.axes()[at]);
  return sum(neighbours * constant(weights, places), reduce_over(Axes{neighbour}));
}

// What is outside of the input has a value of its own.
Op extrapolated(NodeContext& n, const Op& x, std::size_t at, const Scaling& s) {
  std::vector<double> outside;
  for (std::int64_t i = 0; i < s.out; ++i) {
    const double place = place_of(s, i);
    outside.push_back(place < 0 || place > static_cast<double>(s.in - 1) ? 1 : 0);
  }
  if (std::count(outside.begin(), outside.end(), 1) == 0) return x;
  const Op mask = constant_along(outside, x.axes()[at], DType::bool_);
  return over(where(mask, number(n.number("extrapolation_value", 0), x.dtype()), x), x.axes());
}

Op resized_along(NodeContext& n, const Op& x, std::size_t at, const Scaling& s,
                 const std::string& mode) {
  if (s.keeps_all()) return x;
  if (mode == "nearest") {
    NodeContext::need_short(s.out);
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < s.out; ++i) indices.push_back(nearest_to(s, place_of(s, i)));
    return taken(n, x, at, indices);
  }
  NodeContext::need_short(s.out);
  const Axis from = x.axes()[at], to = n.fresh(s.out, from.name());
  std::vector<Axis> axes = x.axes().list();
  axes[at] = to;
  const bool is_cubic = mode == "cubic";
  const Op resized =
      s.in * s.out > largest_matrix
          ? sum_of_neighbours(n, x, at, s, to, is_cubic)
          : dot(x, constant(weight_matrix(n, s, is_cubic, x.dtype()), Axes{from, to}));
  return over(resized, Axes(axes));
}

// The scales of an input, or of an attribute before opset 9; empty if sizes are given.
std::vector<double> scales_of(const NodeContext& n, std::size_t input) {
  if (n.has(input)) return n.need_known(input, "its list of scales").values();
  const Attribute* given = n.node.find("scales");
  return given ? std::vector<double>(given->floats.begin(), given->floats.end())
               : std::vector<double>{};
}

// The parts that are kept: the begins of all dimensions, then the ends.
void crop(const NodeContext& n, std::vector<Scaling>& all) {
  const std::vector<double> roi = n.need_known(1, "its roi").values();
  NodeContext::need_count("its roi", roi.size(), 2 * all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].begin = roi[i];
    all[i].end = roi[i + all.size()];
    const double length = all[i].scale * static_cast<double>(all[i].in);
    if (std::abs(length - static_cast<double>(all[i].out)) > 1e-3) {
      NodeContext::refuse("it crops, and its scales give a fractional length");
    }
    all[i].scale = static_cast<double>(all[i].out) / static_cast<double>(all[i].in);
  }
}

// Lengths and scales of the resized dimensions, in the order of `axes`.
void fit(const NodeContext& n, std::vector<Scaling>& all, std::size_t scales, std::size_t sizes) {
  std::vector<double> values = scales_of(n, scales);
  const bool by_scale = !values.empty();
  if (!by_scale) values = n.need_known(sizes, "its list of sizes").values();
  NodeContext::need_count(by_scale ? "its list of scales" : "its list of sizes", values.size(),
                          all.size());
  const std::string policy =
      n.choice("keep_aspect_ratio_policy", "stretch", {"stretch", "not_larger", "not_smaller"});
  double common = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double each = values[i] / static_cast<double>(all[i].in);
    const bool take = i == 0 || (policy == "not_larger" ? each < common : each > common);
    if (take) common = each;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto in = static_cast<double>(all[i].in);
    all[i].scale = by_scale ? values[i] : policy == "stretch" ? values[i] / in : common;
    // In float32 as in ONNX Runtime: 1,100 by 0.9, which is less in float32, gives 990.
    const float scaled = static_cast<float>(in) * static_cast<float>(values[i]);
    const double out = by_scale              ? std::floor(scaled)
                       : policy == "stretch" ? values[i]
                                             : std::floor(in * common + 0.5);
    if (!(out >= 1 && out < 0x1p31)) NodeContext::refuse("its result has no elements or too many");
    all[i].out = static_cast<std::int64_t>(out);
  }
}

// Means of integers are computed in a float type that holds them.
DType type_of_weights(DType type) {
  return type == DType::u8 || type == DType::i8 || type == DType::u16 || type == DType::i16
             ? DType::f32
             : DType::f64;
}

void resize_by(NodeContext& n, std::size_t scales, std::size_t sizes,
               const std::string& coordinates, const std::string& nearest) {
  const std::string mode = n.choice("mode", "nearest", {"nearest", "linear", "cubic"});
  const bool rounds = mode != "nearest" && !is_float(n.dtype());
  const DType computed = rounds ? type_of_weights(n.dtype()) : n.dtype();
  const ScopedResultType type(computed);
  Op x = rounds ? value_of(n.op(0), computed) : n.op(0);
  auto axes = n.list("axes");
  if (axes.empty()) {
    for (std::int64_t i = 0; i < n.rank(); ++i) axes.push_back(i);
  }
  std::vector<Scaling> all;
  for (const std::int64_t axis : axes) {
    const auto at = static_cast<std::size_t>(n.position(axis, n.rank()));
    all.push_back({x.axes()[at].length(), 1, 1, coordinates, nearest});
  }
  fit(n, all, scales, sizes);
  if (coordinates == "tf_crop_and_resize") crop(n, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto at = static_cast<std::size_t>(n.position(axes[i], n.rank()));
    x = resized_along(n, x, at, all[i], mode);
    if (all[i].crops()) x = extrapolated(n, x, at, all[i]);
  }
  n.result(rounds ? value_of(round(x), n.dtype()) : x);
}

void resize(NodeContext& n) {
  resize_by(n, 2, 3,
            n.choice("coordinate_transformation_mode", "half_pixel",
                     {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
                      "asymmetric", "tf_crop_and_resize"}),
            n.choice("nearest_mode", "round_prefer_floor",
                     {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}));
}

// Up to opset 10: only scales, and no modes. Shrinking takes the next position, as ONNX's node
// tests require.
void resize_first(NodeContext& n) {
  resize_by(n, 1, 9, "asymmetric", "simple");
}

constexpr OpRow rows[] = {
    {"Resize", 10, 10, resize_first},
    {"Resize", 11, 0, resize},
    {"Upsample", 7, 9, resize_first},
};

}  // namespace

std::span<const OpRow> resize_rows() {
  return rows;
}

}  // namespace ng::onnx
