// SPDX-License-Identifier: Apache-2.0
// Rows of convolution, deconvolution, pooling and their gradients.
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

constexpr const char* letters[] = {"d", "h", "w"};

// Batches below and above the vector length.
Axes image_axes(ProgramBuilder& builder) {
  Draws& draws = builder.draws();
  constexpr std::int64_t channels[] = {1, 2, 3, 4, 8, 16, 17},
                         batches[] = {1, 2, 3, 8, 16, 17, 32, 33};
  const std::int64_t depth = draws.chance(80) ? 1 : draws.within(2, 3);
  const std::int64_t h = draws.within(1, 9), w = draws.within(1, 9);
  std::int64_t c = draws.one_of(channels), n = draws.one_of(batches);
  while (c * depth * h * w * n > builder.recipe().most_elements) n > 1 ? n /= 2 : c /= 2;
  return Axes{builder.axis_of("C", c), builder.axis_of("D", depth), builder.axis_of("H", h),
              builder.axis_of("W", w), builder.axis_of("N", n)};
}

Op images(ProgramBuilder& builder, const Axes& axes) {
  return axes_with_order(builder.operand_over(axes, DType::f32), axes);
}

struct Layer {
  WindowParams params;
  Op x, filters;
};

// A random divisor of both.
std::int64_t common_divisor(Draws& draws, std::int64_t a, std::int64_t b) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 1; i <= std::min(a, b); ++i) {
    if (a % i == 0 && b % i == 0) all.push_back(i);
  }
  return all[static_cast<std::size_t>(draws.below(static_cast<std::int64_t>(all.size())))];
}

// Filters (C / groups, T, R, S, K) whose last or first axis is the output axis.
Layer random_layer(ProgramBuilder& builder, bool outputs_last) {
  Draws& draws = builder.draws();
  const Axes axes = image_axes(builder);
  Layer layer;
  std::vector<std::int64_t> taps;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t length = axes[i + 1].length();
    const std::int64_t pad = i ? draws.below(3) : 0;
    const std::int64_t tap = draws.within(1, std::min<std::int64_t>(5, length + 2 * pad));
    const bool wide = tap > 1 && 2 * (tap - 1) + 1 <= length + 2 * pad && draws.chance(25);
    taps.push_back(tap);
    layer.params[std::string("pad_") + letters[i]] = pad;
    layer.params[std::string("str_") + letters[i]] = draws.chance(60) ? 1 : draws.within(2, 3);
    layer.params[std::string("dil_") + letters[i]] = wide ? 2 : 1;
  }
  constexpr std::int64_t counts[] = {1, 2, 3, 8, 16, 24};
  std::int64_t k = draws.one_of(counts);
  const std::int64_t products = axes.element_count() * taps[0] * taps[1] * taps[2];
  while (k > 1 && k * products > builder.recipe().most_products) k /= 2;
  const std::int64_t c = axes[0].length();
  const std::int64_t groups = draws.chance(30) ? common_divisor(draws, c, k) : 1;
  if (groups > 1) layer.params["groups"] = groups;
  const std::int64_t first = (outputs_last ? c : k) / groups;
  const Axes filters{builder.axis_of(groups > 1 ? "G" : "C", first), builder.axis_of("T", taps[0]),
                     builder.axis_of("R", taps[1]), builder.axis_of("S", taps[2]),
                     builder.axis_of("K", outputs_last ? k : c)};
  layer.x = images(builder, axes);
  layer.filters = images(builder, filters);
  return layer;
}

// Of 8-bit integers, with exact sums and maybe a value of the padding, which has no gradient.
Op byte_convolution(ProgramBuilder& builder, Layer layer) {
  Draws& draws = builder.draws();
  const DType images = draws.chance(70) ? DType::u8 : DType::i8;
  const DType filters = draws.chance(70) ? DType::i8 : DType::u8;
  if (draws.chance(50)) {
    const std::int64_t value = draws.within(0, 127);
    if (!builder.recipe().gradients) layer.params["pad_value"] = value;
  }
  const Op x = builder.source(layer.x.axes(), images);  // in either order of the batch
  const Op w = builder.source(layer.filters.axes(), filters);
  const ScopedResultType type(DType::i32);
  return convolution(layer.params, x, w);
}

void make_convolution(ProgramBuilder& builder, const OpDef&) {
  Layer layer = random_layer(builder, true);
  if (builder.draws().chance(20)) {
    layer.params["batch_first"] = 1;
    layer.x = axes_with_order(layer.x, batch_first(layer.x.axes()));
  }
  if (builder.draws().chance(25)) return builder.add(byte_convolution(builder, layer));
  const Op y = convolution(layer.params, layer.x, layer.filters);
  if (builder.draws().chance(50)) return builder.add(y);
  const Op bias = builder.operand_over(Axes(y.axes()[0]), DType::f32);
  builder.add(maximum(y + bias, 0.0));
}

void make_deconvolution(ProgramBuilder& builder, const OpDef&) {
  const Layer layer = random_layer(builder, false);
  builder.add(deconvolution(layer.params, layer.x, layer.filters));
}

void make_filters_gradient(ProgramBuilder& builder, const OpDef&) {
  const Layer layer = random_layer(builder, true);
  const Op y = convolution(layer.params, layer.x, layer.filters);
  builder.add(deriv(sum(square(y), out_axes(Axes())) * 0.01, layer.filters));
}

Op pooled(ProgramBuilder& builder, Op& x, const char* kind) {
  Draws& draws = builder.draws();
  const Axes axes = image_axes(builder);
  x = images(builder, axes);
  constexpr const char* sizes[] = {"J", "T", "R", "S"};
  constexpr const char* names[] = {"c", "d", "h", "w"};
  WindowParams params;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int64_t size =
        draws.within(1, std::min<std::int64_t>(i < 2 ? 2 : 4, axes[i].length()));
    params[sizes[i]] = size;
    params[std::string("pad_") + names[i]] = draws.chance(60) ? 0 : draws.below(size);
    params[std::string("str_") + names[i]] = draws.within(1, 3);
  }
  return pooling(kind, params, x);
}

const char* random_kind(ProgramBuilder& builder) {
  return builder.draws().chance(50) ? "max" : "avg";
}

void make_pooling(ProgramBuilder& builder, const OpDef&) {
  Op x;
  builder.add(pooled(builder, x, random_kind(builder)));
}

void make_pooling_gradient(ProgramBuilder& builder, const OpDef&) {
  Op x;
  const Op y = pooled(builder, x, random_kind(builder));
  builder.add(deriv(sum(square(y), out_axes(Axes())) * 0.1, x));
}

// The derivative of a max pooling gradient by its incoming gradient.
void make_pooling_chosen(ProgramBuilder& builder, const OpDef&) {
  Op x;
  const Op y = pooled(builder, x, "max");
  const Op e = builder.source(y.axes(), DType::f32);
  const Op gradient = deriv(y, x, e);
  builder.add(deriv(sum(square(gradient), out_axes(Axes())) * 0.1, e));
}

}  // namespace

std::vector<ProgramRow> window_rows() {
  return {{"convolution", make_convolution},
          {"convolution_inputs", make_deconvolution},
          {"convolution_filters", make_filters_gradient},
          {"pooling", make_pooling},
          {"pooling_gradient", make_pooling_gradient},
          {"pooling_chosen", make_pooling_chosen}};
}

}  // namespace ng::fuzz
