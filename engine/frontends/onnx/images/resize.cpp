// SPDX-License-Identifier: Apache-2.0
// Resize and Upsample: along each dimension a selection, or a product with a matrix of weights.
#include <algorithm>
#include <cmath>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/dot.h"
#include "engine/ops/result_type.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

struct Scaling {
  std::int64_t in = 1, out = 1;
  double scale = 1;
  std::string coordinates, nearest;
};

// The place in the input of position `x` of the result.
double place_of(const Scaling& s, std::int64_t x) {
  const auto at = static_cast<double>(x);
  const auto in = static_cast<double>(s.in);
  // Before rounding, also between corners: ONNX's node tests require it
  // (resize_downsample_scales_linear_align_corners and …_cubic_…), while ONNX Runtime and PyTorch
  // use the rounded length. They differ where in * scale is not an integer.
  const double out = s.scale * in;
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
  if (s.nearest == "ceil") at = std::ceil(place);
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

Weights cubic(double place, double a) {
  const double low = std::floor(place), t = place - low;
  const auto near = [a](double d) { return ((a + 2) * d - (a + 3)) * d * d + 1; };
  const auto far = [a](double d) { return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a; };
  return {static_cast<std::int64_t>(low) - 1, {far(1 + t), near(t), near(1 - t), far(2 - t)}};
}

// (in, out): the share of each input position in each result position.
ng::Tensor weight_matrix(const NodeContext& n, const Scaling& s, bool is_cubic) {
  ng::Tensor matrix(n.dtype(), {s.in, s.out});
  const double a = n.number("cubic_coeff_a", -0.75);
  const bool exclude = n.integer("exclude_outside", 0) != 0;
  for (std::int64_t x = 0; x < s.out; ++x) {
    Weights w = is_cubic ? cubic(place_of(s, x), a) : linear(place_of(s, x));
    double total = 0;
    for (std::size_t k = 0; k < w.values.size(); ++k) {
      const std::int64_t at = w.first + static_cast<std::int64_t>(k);
      if (exclude && (at < 0 || at >= s.in)) w.values[k] = 0;
      total += w.values[k];
    }
    for (std::size_t k = 0; k < w.values.size(); ++k) {
      const std::int64_t at =
          std::clamp<std::int64_t>(w.first + static_cast<std::int64_t>(k), 0, s.in - 1);
      const std::int64_t cell = at * s.out + x;
      matrix.set(cell, matrix.at(cell) + w.values[k] / (exclude ? total : 1));
    }
  }
  return matrix;
}

Op resized_along(NodeContext& n, const Op& x, std::size_t at, const Scaling& s,
                 const std::string& mode) {
  if (s.in == s.out && s.scale == 1) return x;
  if (mode == "nearest") {
    NodeContext::need_short(s.out);
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < s.out; ++i) indices.push_back(nearest_to(s, place_of(s, i)));
    return taken(n, x, at, indices);
  }
  if (s.in * s.out > (std::int64_t{1} << 24)) NodeContext::refuse("its weights are too large");
  const Axis from = x.axes()[at], to = n.fresh(s.out, from.name());
  std::vector<Axis> axes = x.axes().list();
  axes[at] = to;
  return over(dot(x, constant(weight_matrix(n, s, mode == "cubic"), Axes{from, to})), Axes(axes));
}

std::vector<double> numbers(const NodeContext& n, std::size_t i, const char* what) {
  return n.need_known(i, what).values();
}

// Lengths and scales of the resized dimensions, in the order of `axes`.
void fit(const NodeContext& n, std::vector<Scaling>& all, std::size_t scales, std::size_t sizes) {
  const bool by_scale = n.has(scales) && n.need_known(scales, "its scales").size() > 0;
  const auto values = by_scale ? numbers(n, scales, "its scales") : numbers(n, sizes, "its sizes");
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
    const double out = by_scale              ? std::floor(in * values[i])
                       : policy == "stretch" ? values[i]
                                             : std::floor(in * common + 0.5);
    if (!(out >= 1 && out < 0x1p31)) NodeContext::refuse("its result has no elements or too many");
    all[i].out = static_cast<std::int64_t>(out);
  }
}

void resize_by(NodeContext& n, std::size_t scales, std::size_t sizes,
               const std::string& coordinates, const std::string& nearest) {
  if (n.integer("antialias", 0) != 0) NodeContext::refuse("it filters (antialias)");
  if (coordinates == "tf_crop_and_resize") NodeContext::refuse("it crops (tf_crop_and_resize)");
  const ScopedResultType type(n.dtype());
  Op x = n.op(0);
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
  const std::string mode = n.choice("mode", "nearest", {"nearest", "linear", "cubic"});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto at = static_cast<std::size_t>(n.position(axes[i], n.rank()));
    x = resized_along(n, x, at, all[i], mode);
  }
  n.result(x);
}

void resize(NodeContext& n) {
  resize_by(n, 2, 3,
            n.choice("coordinate_transformation_mode", "half_pixel",
                     {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
                      "asymmetric", "tf_crop_and_resize"}),
            n.choice("nearest_mode", "round_prefer_floor",
                     {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}));
}

// Up to opset 10: only scales, and no modes.
void resize_first(NodeContext& n) {
  resize_by(n, 1, 9, "asymmetric", "floor");
}

constexpr OpRow rows[] = {
    {"Resize", 10, 10, resize_first},
    {"Resize", 11, 0, resize},
    {"Upsample", 9, 9, resize_first},
};

}  // namespace

std::span<const OpRow> resize_rows() {
  return rows;
}

}  // namespace ng::onnx
