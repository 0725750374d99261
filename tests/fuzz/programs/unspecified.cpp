// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/unspecified.h"

#include <cmath>
#include <limits>

#include "engine/ops/one_hot.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reference_loops.h"
#include "engine/ops/windows/convolution.h"
#include "engine/runtime/window_steps.h"

namespace ng::fuzz {
namespace {

constexpr double unspecified = std::numeric_limits<double>::quiet_NaN();

// Pixel that the tap of a filter meets at a position of the output; -1: the padding.
std::int64_t pixel_at(const Convolution& s, std::int64_t position, std::int64_t tap) {
  std::int64_t pixel = 0, size = 1;
  for (std::size_t i = 3; i-- > 0;) {
    const std::int64_t at =
        position % s.output[i] * s.stride[i] - s.padding[i] + tap % s.filter[i] * s.dilation[i];
    if (at < 0 || at >= s.image[i]) return -1;
    pixel += at * size;
    size *= s.image[i];
    position /= s.output[i];
    tap /= s.filter[i];
  }
  return pixel;
}

// Makes those elements NaN whose sum has the product of a zero, where an operand has no element,
// and a number that is not finite.
void spoil_padding(const Convolution& s, std::span<const HostArray> in,
                   std::vector<double>& result) {
  using Makes = Convolution::Makes;
  const std::int64_t batch = s.batch, positions = s.positions(), pixels = s.pixels();
  const auto spoil = [&result](std::int64_t i) {
    result[static_cast<std::size_t>(i)] = unspecified;
  };
  const auto finite = [&in](std::size_t operand, std::int64_t i) {
    return std::isfinite(in[operand].values[static_cast<std::size_t>(i)]);
  };
  const auto each = [](std::int64_t count, const auto& act) {
    for (std::int64_t i = 0; i < count; ++i) act(i);
  };
  each(s.taps(), [&](std::int64_t tap) {
    std::vector<char> met(static_cast<std::size_t>(pixels));
    each(positions, [&](std::int64_t position) {
      const std::int64_t pixel = pixel_at(s, position, tap);
      if (pixel >= 0) met[static_cast<std::size_t>(pixel)] = 1;
      if (pixel >= 0 || s.makes == Makes::images) return;
      each(s.out_channels, [&](std::int64_t k) {
        each(s.group_channels(), [&](std::int64_t c) {
          const std::int64_t filter = (c * s.taps() + tap) * s.out_channels + k;
          each(batch, [&](std::int64_t n) {
            const std::int64_t output = (k * positions + position) * batch + n;
            if (s.makes == Makes::outputs && !finite(1, filter)) spoil(output);
            if (s.makes == Makes::filters && !finite(0, output)) spoil(filter);
          });
        });
      });
    });
    if (s.makes != Makes::images) return;
    each(pixels, [&](std::int64_t pixel) {
      if (met[static_cast<std::size_t>(pixel)]) return;
      each(s.out_channels, [&](std::int64_t k) {
        const std::int64_t first = k / s.group_filters() * s.group_channels();
        each(s.group_channels(), [&](std::int64_t c) {
          if (finite(1, (c * s.taps() + tap) * s.out_channels + k)) return;
          each(batch, [&](std::int64_t n) { spoil(((first + c) * pixels + pixel) * batch + n); });
        });
      });
    });
  });
}

bool is_convolution(const OpDef& def) {
  return &def == &convolution_op || &def == &convolution_inputs_op ||
         &def == &convolution_filters_op;
}

// The partial products of finite factors other than 0, in any order.
struct PartialProducts {
  double least = 0, largest = 0;  // exponents of two
  bool zero = false, infinite = false;

  void add(double factor) {
    const double exponent = std::log2(std::abs(factor));
    zero |= factor == 0;
    infinite |= std::isinf(factor);
    if (std::isfinite(exponent)) (exponent < 0 ? least : largest) += exponent;
  }
  // An infinity hides what overflows, a zero what underflows.
  bool leave(double smallest, double biggest) const {
    return (least < smallest && !zero) || (largest >= biggest && !infinite);
  }
};

void spoil_products(const Node& node, const HostArray& in, std::vector<double>& result) {
  std::vector<PartialProducts> products(result.size());
  std::size_t n = 0;
  const Axes& kept = node.results[0].axes;
  for_each_index<1>(in.axes, {strides_over(in.axes, kept)}, [&](const auto& at) {
    products[static_cast<std::size_t>(at[0])].add(in.values[n++]);
  });
  const bool wide = node.results[0].dtype == DType::f64;
  for (std::size_t i = 0; i < products.size(); ++i)
    if (products[i].leave(wide ? -1022 : -126, wide ? 1024 : 128)) result[i] = unspecified;
}

// A value that rounding moves to a whole number, or away from it, has that class or none.
void spoil_classes(const HostArray& in, std::vector<double>& result) {
  constexpr double rounding = 1e-5;
  const std::size_t count = in.values.size();
  for (std::size_t i = 0; i < count; ++i) {
    const double value = in.values[i], whole = std::round(value);
    if (!(std::abs(value - whole) <= rounding * (1 + std::abs(value))) || whole < 0) continue;
    const std::size_t place = static_cast<std::size_t>(whole) * count + i;
    if (place < result.size()) result[place] = unspecified;
  }
}

}  // namespace

void spoil_unspecified(const Node& node, std::span<const HostArray> in,
                       std::vector<double>& result) {
  if (is_convolution(*node.def)) spoil_padding(convolution_of(node), in, result);
  if (node.def == &prod_op) spoil_products(node, in[0], result);
  if (node.def == &class_rows_op) spoil_classes(in[0], result);
}

}  // namespace ng::fuzz
