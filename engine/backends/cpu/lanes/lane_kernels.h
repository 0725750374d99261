// SPDX-License-Identifier: Apache-2.0
// Inner loops of convolution and pooling for one width of vector. The source is compiled once per
// width with the instructions that go with it; the host's widest is chosen at run time.
#pragma once

#include <cstdint>

namespace ng {

// A tap that meets the image: rows of packed weights, and the pixel's place in the packed image.
struct LaneTap {
  std::int64_t weight, source;  // in elements; `weight` counts rows of one block
};

// What becomes of a tile's sums: a number per row is added, what is below zero becomes zero.
struct LaneEnding {
  const float* bias;  // or null
  bool rectify;
};

// Where the vectors of a row go: so many in a piece, how far from each other, and the same of
// pieces.
struct LaneSpread {
  std::int64_t vectors, apart, pieces, pieces_apart;
};

struct LaneKernels {
  int lanes;
  // The tiles below that the registers hold: rows of `tile`, x and y of `dots`.
  int rows, x, y;

  // Both factors of a tile: `rows` results of `vectors` times `lanes` batch elements each.
  static constexpr int most_rows = 14, most_vectors = 2;
  // result[r][n] = the sum over taps and channels of weights[(tap.weight + c) * rows + r] times
  // source[tap.source + c * vectors * lanes + n]; rows of the result lie `stride` apart.
  using Tile = void (*)(const LaneTap* taps, std::int64_t count, std::int64_t channels,
                        const float* weights, const float* source, const LaneEnding& ending,
                        float* result, std::int64_t stride);
  Tile tile[most_rows][most_vectors];

  // sums[i][j][lane] += over groups and vectors x[group][vector][i] times y[group][vector][j]; the
  // vectors of a group follow each other, a further group lies x_step and y_step further on. Where
  // x is narrow, the registers hold a higher y.
  static constexpr int most_x = 4, most_y = 8;
  using Dots = void (*)(const float* x, std::int64_t x_step, const float* y, std::int64_t y_step,
                        std::int64_t groups, std::int64_t vectors, float* sums);
  Dots dots[most_x][most_y];

  // totals[i] = the sum of the lanes of sums[i], in halves.
  void (*add_lanes)(const float* sums, std::int64_t count, float* totals);

  // Rows of `width` floats, `from_stride` apart, to places `to_stride` apart.
  void (*copy_rows)(const float* from, std::int64_t from_stride, float* to, std::int64_t to_stride,
                    std::int64_t rows, std::int64_t width);

  // Rows of `width` floats, `from_stride` apart, as vectors filled up with 0. In a piece, what is
  // of a row follows what is of the row before.
  void (*spread_rows)(const float* from, std::int64_t from_stride, std::int64_t rows,
                      std::int64_t width, float* to, const LaneSpread& spread);

  // Pooling of `count` members, each a row of `n` floats.
  void (*largest)(const float* const* members, int count, std::int64_t n, float* result);
  void (*mean)(const float* const* members, int count, std::int64_t n, float* result);
  // Adds delta to the gradient of the first largest member; chosen: takes it from `elements`.
  void (*add_to_largest)(const float* const* members, float* const* gradients, int count,
                         std::int64_t n, const float* delta);
  // The same where no other window has been at the members' gradients: they need not be cleared.
  void (*set_largest)(const float* const* members, float* const* gradients, int count,
                      std::int64_t n, const float* delta);
  void (*add_mean)(float* const* gradients, int count, std::int64_t n, const float* delta);
  void (*choose)(const float* const* members, const float* const* elements, int count,
                 std::int64_t n, float* result);

  // results[r] = the sum over i of x[r * stride + i] times y[i], of `count` elements.
  void (*dot_rows)(const float* x, std::int64_t stride, std::int64_t rows, const float* y,
                   std::int64_t count, float* results);
  // results[i] = the sum over rows of x[row * stride + i] times weights[row], for i below `width`.
  void (*weigh_rows)(const float* x, std::int64_t stride, std::int64_t rows, const float* weights,
                     std::int64_t width, float* results);
};

// The widest that this host runs.
const LaneKernels& lane_kernels();

}  // namespace ng
