// SPDX-License-Identifier: Apache-2.0
// Steps that a window or a table moves through: convolution, pooling, look-up. Sizes only; arrays
// are dense, row-major float32, in the order of axes that each struct names.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>

namespace ng {

// Images (C, D, H, W, N), filters (C, T, R, S, K) and outputs (K, M, P, Q, N) of a convolution: for
// each output the sum over channels and taps of image times filter, without a flip. A step computes
// one of the three from the other two, given in this order.
struct Convolution {
  enum class Makes { outputs, images, filters };
  Makes makes = Makes::outputs;
  std::int64_t batch = 1, in_channels = 1, out_channels = 1;  // N, C, K
  std::array<std::int64_t, 3> image{1, 1, 1}, filter{1, 1, 1}, output{1, 1, 1};
  std::array<std::int64_t, 3> padding{0, 0, 0}, stride{1, 1, 1}, dilation{1, 1, 1};

  // Outputs only: a third array (K) is added to them, and then what is below zero becomes zero.
  bool bias = false, rectify = false;

  std::int64_t taps() const { return filter[0] * filter[1] * filter[2]; }
  std::int64_t pixels() const { return image[0] * image[1] * image[2]; }
  std::int64_t positions() const { return output[0] * output[1] * output[2]; }
};

// Images (C, D, H, W, N) and windows over the first four axes. `outputs`: the largest element, or
// the mean of those inside the image. `images`: the gradient, from the outputs' (and the images,
// for maxima). `chosen`: elements of a second array at the places of the images' maxima.
struct Pooling {
  enum class Makes { outputs, images, chosen };
  Makes makes = Makes::outputs;
  bool average = false;
  std::int64_t batch = 1;
  std::array<std::int64_t, 4> image{1, 1, 1, 1}, window{1, 1, 1, 1}, output{1, 1, 1, 1};
  std::array<std::int64_t, 4> padding{0, 0, 0, 0}, stride{1, 1, 1, 1};
};

// Rows of a table (outer, rows, inner) at indices (count): (outer, count, inner); or the table's
// gradient, in which the row `skipped` stays zero (-1: none).
struct Lookup {
  bool gradient = false;
  std::int64_t outer = 1, rows = 1, inner = 1, count = 1, skipped = -1;
  std::string where;  // the op, for the message about an index that is no row
};
// The value Error of a run that meets such an index.
[[noreturn]] void refuse_index(const Lookup& lookup, double index);

using WindowStep = std::variant<Convolution, Pooling, Lookup>;

// What the inspector tells of a step.
struct WindowCost {
  std::string loops;  // "K 16 × C 3 × taps 25 × places 1024 × N 128"
  std::int64_t flops = 0, bytes = 0;
};
WindowCost cost_of(const WindowStep& step);

}  // namespace ng
