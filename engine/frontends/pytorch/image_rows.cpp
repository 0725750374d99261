// SPDX-License-Identifier: Apache-2.0
// Resizing and sampling of images.
#include <cmath>

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

ItemPtr numbers(const std::vector<double>& values) {
  ng::Tensor made(DType::f32, {std::ssize(values)});
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, values[static_cast<std::size_t>(i)]);
  return constant_of(std::move(made));
}

// The factors of the spatial dimensions: one list, or an argument for each. Empty: none given.
std::vector<double> factors(const NodeContext& n, std::size_t spatial) {
  if (has(n, "scale_factors")) return reals_of(n, "scale_factors");
  const std::vector<const char*> names = spatial == 1 ? std::vector{"scales"}
                                         : spatial == 2
                                             ? std::vector{"scales_h", "scales_w"}
                                             : std::vector{"scales_d", "scales_h", "scales_w"};
  std::vector<double> all;
  for (const char* name : names)
    if (has(n, name)) all.push_back(real_of(n, name, 1));
  return all.size() == spatial ? all : std::vector<double>{};
}

ItemPtr resized_input(const NodeContext& n) {
  const ItemPtr x = need_tensor(n, has(n, "self") ? "self" : "input");
  if (rank_of(x) < 3) NodeContext::refuse("its input is no batch of images");
  return x;
}

// The lengths of the result: given, or the image's by the factors, rounded down.
Integers result_sizes(const NodeContext& n, const ItemPtr& x, const std::vector<double>& given) {
  const auto spatial = static_cast<std::size_t>(rank_of(x) - 2);
  Integers sizes = ints_of(n, "output_size");
  if (sizes.size() == spatial || given.empty()) {
    NodeContext::need_count("its output_size", sizes.size(), spatial);
    return sizes;
  }
  sizes.clear();
  for (std::size_t i = 0; i < spatial; ++i) {
    const double out = std::floor(static_cast<double>(x->shape()[i + 2]) * given.at(i));
    if (!(out >= 1 && out < 0x1p31)) NodeContext::refuse("its result has no elements or too many");
    sizes.push_back(static_cast<std::int64_t>(out));
  }
  return sizes;
}

// With factors, positions are computed from them, unless the corners are aligned.
ItemPtr resized(NodeContext& n, const Attributes& attributes) {
  const ItemPtr x = resized_input(n);
  const auto spatial = static_cast<std::size_t>(rank_of(x) - 2);
  const std::vector<double> given = factors(n, spatial);
  const Integers sizes = result_sizes(n, x, given);
  if (!given.empty() && !flag_of(n, "align_corners", false)) {
    std::vector<double> scales{1, 1};
    scales.insert(scales.end(), given.begin(), given.end());
    const ItemPtr made = step(n, "Resize", {x, nullptr, numbers(scales)}, attributes);
    for (std::size_t i = 0; i < spatial; ++i)  // the factors are rounded to float32
      if (made->shape()[i + 2] != sizes[i])
        NodeContext::refuse("its factors give another length in float32; export it with size=");
    return made;
  }
  Integers shape{x->shape()[0], x->shape()[1]};
  shape.insert(shape.end(), sizes.begin(), sizes.end());
  return step(n, "Resize", {x, nullptr, nullptr, integers(shape)}, attributes);
}

// The pixel of each position of a result, computed in float32 as PyTorch does: an exact place can
// be rounded to either of two pixels. `factor`: null if the length is given.
Integers nearest_pixels(std::int64_t in, std::int64_t out, const double* factor, float offset) {
  NodeContext::need_short(out);
  const float scale =
      factor ? static_cast<float>(1.0 / *factor) : static_cast<float>(in) / static_cast<float>(out);
  Integers pixels;
  for (std::int64_t i = 0; i < out; ++i) {
    const float place = std::floor((static_cast<float>(i) + offset) * scale);
    pixels.push_back(std::min(static_cast<std::int64_t>(place), in - 1));
  }
  return pixels;
}

// `offset`: of a pixel's centre.
void nearest(NodeContext& n, float offset) {
  const ItemPtr image = resized_input(n);
  const auto spatial = static_cast<std::size_t>(rank_of(image) - 2);
  const std::vector<double> given = factors(n, spatial);
  const Integers sizes = result_sizes(n, image, given);
  ItemPtr x = image;
  for (std::size_t i = 0; i < spatial; ++i) {
    const double* factor = given.empty() ? nullptr : &given[i];
    const Integers pixels = nearest_pixels(image->shape()[i + 2], sizes[i], factor, offset);
    x = step(n, "Gather", {x, integers(pixels)},
             {attribute("axis", static_cast<std::int64_t>(i) + 2)});
  }
  give(n, x);
}

void nearest_corner(NodeContext& n) {
  nearest(n, 0);
}
void nearest_centre(NodeContext& n) {
  nearest(n, 0.5F);
}

void interpolate(NodeContext& n, const char* mode, std::int64_t antialias) {
  const bool corners = flag_of(n, "align_corners", false);
  if (corners && antialias != 0) NodeContext::refuse("it has antialias and align_corners");
  // A filter that is wider than the image's edge has the weights of the pixels inside only.
  give(n, resized(n, {attribute("mode", mode), attribute("antialias", antialias),
                      attribute("exclude_outside", antialias),
                      attribute("cubic_coeff_a", antialias != 0 ? -0.5 : -0.75),
                      attribute("coordinate_transformation_mode",
                                corners ? "align_corners" : "half_pixel")}));
}

void linear(NodeContext& n) {
  interpolate(n, "linear", 0);
}
void cubic(NodeContext& n) {
  interpolate(n, "cubic", 0);
}
void smooth_linear(NodeContext& n) {
  interpolate(n, "linear", 1);
}
void smooth_cubic(NodeContext& n) {
  interpolate(n, "cubic", 1);
}

ItemPtr image(const NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  if (rank_of(x) != 4) NodeContext::refuse("its input is no batch of images");
  return x;
}

void pixel_shuffle(NodeContext& n) {
  give(n, step(n, "DepthToSpace", {image(n)},
               {attribute("blocksize", int_of(n, "upscale_factor", 1)), attribute("mode", "CRD")}));
}

// The inverse of pixel_shuffle: channels are ordered by channel, then by place.
void pixel_unshuffle(NodeContext& n) {
  const ItemPtr x = image(n);
  const std::int64_t by = int_of(n, "downscale_factor", 1);
  const Shape s = x->shape();
  if (by < 1 || s[2] % by != 0 || s[3] % by != 0) NodeContext::refuse("its factor does not fit");
  const ItemPtr apart = reshaped(n, x, {s[0], s[1], s[2] / by, by, s[3] / by, by});
  give(n, reshaped(n, transposed(n, apart, {0, 1, 3, 5, 2, 4}),
                   {s[0], s[1] * by * by, s[2] / by, s[3] / by}));
}

void channel_shuffle(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  const std::int64_t groups = int_of(n, "groups", 1);
  Integers shape = x->shape(), apart = shape, order;
  if (shape.size() < 3 || groups < 1 || shape[1] % groups != 0)
    NodeContext::refuse("its groups do not fit");
  apart[1] = shape[1] / groups;
  apart.insert(apart.begin() + 1, groups);
  for (std::int64_t i = 0; i < std::ssize(apart); ++i) order.push_back(i);
  std::swap(order[1], order[2]);
  give(n, reshaped(n, transposed(n, reshaped(n, x, apart), order), shape));
}

void grid_sample(NodeContext& n) {
  constexpr const char* modes[] = {"linear", "nearest", "cubic"};
  constexpr const char* paddings[] = {"zeros", "border", "reflection"};
  const std::int64_t mode = int_of(n, "interpolation_mode", 0);
  const std::int64_t padding = int_of(n, "padding_mode", 0);
  if (mode < 0 || mode > 2 || padding < 0 || padding > 2)
    NodeContext::refuse("its mode is unknown");
  give(n, step(n, "GridSample", {need_tensor(n, "input"), need_tensor(n, "grid")},
               {attribute("mode", modes[mode]), attribute("padding_mode", paddings[padding]),
                attribute("align_corners", std::int64_t{flag_of(n, "align_corners", false)})}));
}

constexpr OpRow rows[] = {
    {"_upsample_bicubic2d_aa", 1, 0, smooth_cubic},
    {"_upsample_bilinear2d_aa", 1, 0, smooth_linear},
    {"_upsample_nearest_exact1d", 1, 0, nearest_centre},
    {"_upsample_nearest_exact2d", 1, 0, nearest_centre},
    {"_upsample_nearest_exact3d", 1, 0, nearest_centre},
    {"channel_shuffle", 1, 0, channel_shuffle},
    {"grid_sampler", 1, 0, grid_sample},
    {"grid_sampler_2d", 1, 0, grid_sample},
    {"grid_sampler_3d", 1, 0, grid_sample},
    {"pixel_shuffle", 1, 0, pixel_shuffle},
    {"pixel_unshuffle", 1, 0, pixel_unshuffle},
    {"upsample_bicubic2d", 1, 0, cubic},
    {"upsample_bilinear2d", 1, 0, linear},
    {"upsample_linear1d", 1, 0, linear},
    {"upsample_nearest1d", 1, 0, nearest_corner},
    {"upsample_nearest2d", 1, 0, nearest_corner},
    {"upsample_nearest3d", 1, 0, nearest_corner},
    {"upsample_trilinear3d", 1, 0, linear},
};

}  // namespace

std::span<const OpRow> image_rows() {
  return rows;
}

}  // namespace ng::pytorch
