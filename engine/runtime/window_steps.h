// SPDX-License-Identifier: Apache-2.0
// Sizes of convolution, pooling and lookup steps. Arrays are dense row-major float32, with the axis
// order that each struct names.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>

namespace ng {

// What a convolution that computes outputs does with its sums, in this order: adds an array (K),
// adds an array of the outputs' shape, and limits the result (ReLU: low = 0). NaN stays NaN.
struct ConvolutionEpilogue {
  bool bias = false, added = false;  // the arrays follow the filters in Step::reads
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();

  bool has_low() const { return low > -std::numeric_limits<float>::infinity(); }
  bool has_high() const { return high < std::numeric_limits<float>::infinity(); }
  bool any() const { return bias || added || has_low() || has_high(); }
};

// Convolution of images (C, D, H, W, N) with filters (C / groups, T, R, S, K) to outputs (K, M, P,
// Q, N): the sum over a group's channels and taps of image times filter, without flipping
// (cross-correlation). Group g has the channels and filters from g C / groups and g K / groups on.
// A step computes one of the three arrays from the other two, passed in this order. `batch_first`:
// images are (N, C, D, H, W), outputs (N, K, M, P, Q), and the step computes outputs.
struct Convolution {
  enum class Makes { outputs, images, filters };
  Makes makes = Makes::outputs;
  bool batch_first = false;
  std::int64_t batch = 1, in_channels = 1, out_channels = 1, groups = 1;  // N, C, K
  std::array<std::int64_t, 3> image{1, 1, 1}, filter{1, 1, 1}, output{1, 1, 1};
  std::array<std::int64_t, 3> padding{0, 0, 0}, stride{1, 1, 1}, dilation{1, 1, 1};

  ConvolutionEpilogue epilogue = {};  // outputs only
  // Outputs only: the filters are in the backend's own order, made by a FilterPacking step.
  bool packed = false;

  std::int64_t group_channels() const { return in_channels / groups; }
  std::int64_t group_filters() const { return out_channels / groups; }
  std::int64_t taps() const { return filter[0] * filter[1] * filter[2]; }
  std::int64_t pixels() const { return image[0] * image[1] * image[2]; }
  std::int64_t positions() const { return output[0] * output[1] * output[2]; }
  std::int64_t weights() const { return group_channels() * taps() * out_channels; }

  // The convolution of one image of a batch that is first; itself if the batch is last.
  Convolution each_image() const {
    Convolution each = *this;
    if (batch_first) each.batch = 1, each.batch_first = false;
    return each;
  }

  // Indices of elements: pixels and positions are row-major, over the whole depth.
  std::int64_t image_at(std::int64_t channel, std::int64_t pixel, std::int64_t n) const {
    return batch_first ? (n * in_channels + channel) * pixels() + pixel
                       : (channel * pixels() + pixel) * batch + n;
  }
  std::int64_t output_at(std::int64_t channel, std::int64_t position, std::int64_t n) const {
    return batch_first ? (n * out_channels + channel) * positions() + position
                       : (channel * positions() + position) * batch + n;
  }
};

// Filters in the order in which the backend's loops of this convolution read them.
struct FilterPacking {
  Convolution convolution;
};

// Pooling of images (C, D, H, W, N) with windows over the first four axes. `outputs`: the maximum,
// or the mean of the elements inside the image. `images`: the gradient from that of the outputs
// (and, for maxima, the images). `chosen`: elements of a second array at the images' maxima.
struct Pooling {
  enum class Makes { outputs, images, chosen };
  Makes makes = Makes::outputs;
  bool average = false;
  std::int64_t batch = 1;
  std::array<std::int64_t, 4> image{1, 1, 1, 1}, window{1, 1, 1, 1}, output{1, 1, 1, 1};
  std::array<std::int64_t, 4> padding{0, 0, 0, 0}, stride{1, 1, 1, 1};
};

// Rows of a table (outer, rows, inner) at indices (count), as (outer, count, inner); or the
// gradient of the table, in which row `skipped` stays zero (-1: none).
struct Lookup {
  bool gradient = false;
  std::int64_t outer = 1, rows = 1, inner = 1, count = 1, skipped = -1;
  std::string where;  // the op, for the error message about an index out of range
};
// Throws the value Error about an index that is out of range.
[[noreturn]] void refuse_index(const Lookup& lookup, double index);

// Matrix B of a matmul in the order in which the backend's loops read it, in `floats` elements.
// `transposed`: stored as (columns, rows).
struct MatrixPacking {
  std::int64_t rows = 0, columns = 0;
  bool transposed = false;
  std::int64_t floats = 0;
};

using WindowStep = std::variant<Convolution, Pooling, Lookup, FilterPacking, MatrixPacking>;

// Loops and cost of a step, as the inspector shows them.
struct WindowCost {
  std::string loops;  // "K 16 × C 3 × taps 25 × positions 1024 × N 128"
  std::int64_t flops = 0, bytes = 0;
};
WindowCost cost_of(const WindowStep& step);

}  // namespace ng
