// SPDX-License-Identifier: Apache-2.0
// Inner loops of convolution and pooling for one vector width. The source is compiled once per
// width with matching instruction sets; the widest that the host supports is selected at run time.
#pragma once

#include <cstdint>

namespace ng {

// A tap inside the image: its rows of packed weights and its pixel in the packed image.
struct LaneTap {
  std::int64_t weight, source;  // in elements; `weight` counts rows of one block
};

// Epilogue of a tile: adds a bias per row and rows of the tile's size, then limits the result, or
// multiplies it by its sigmoid (SiLU). NaN stays NaN.
struct LaneEpilogue {
  const float *bias, *added;  // or null
  std::int64_t added_stride;  // between rows of `added`
  float low, high;            // -infinity and infinity: no limit
  bool silu = false;
};

// Products for a tile with channels in its lanes: result k of row r is the sum over i < count of
// weights[i * channels + k] times source[offsets[i] + places[r]].
struct LaneProducts {
  const std::int64_t* offsets;
  std::int64_t count;
  const float *weights, *source;
  const std::int64_t* places;
};

// What is wanted of a square of as many channels and outputs as there are lanes.
struct LaneSquare {
  std::int64_t channels, outputs;
};

// A window over rows of results: result i of row r is made from source[offsets[tap] + r *
// source_stride + i] of all taps. Rows of the source can be read up to a whole number of vectors.
struct LaneWindow {
  const std::int64_t* offsets;
  int taps;
  std::int64_t rows, width, source_stride, result_stride;
};

// Windows over rows [first_row, end_row) of the outputs of a plane of an image; pairs are of rows
// and columns. The stride of columns is at most 2.
struct LanePlane {
  std::int64_t image[2], filter[2], padding[2], stride[2], dilation[2];
  std::int64_t first_row, end_row, columns, weight_stride;
  const float* zeros;  // as many as a row of the image has floats
};

// One row of a pooling's outputs: rows of the image, those of `depths` planes, and what windows
// take along them. Elements are of `group` floats.
struct LanePooling {
  std::int64_t depths, depth_stride, rows, row_stride, width;  // in floats; `rows` of each plane
  std::int64_t before, after;                                  // floats outside, around each row
  std::int64_t group, window, stride, outputs;                 // along a row; outputs in floats
  const float* counts;  // a mean's: for each float of outputs, elements inside along the row
};

// Makes a line of what windows take down the rows, with `before` and `after` floats around it, and
// outputs of a line. Both write and read up to two vectors past a line's end.
struct LanePool {
  void (*down)(const LanePooling& pooling, const float* rows, float* line);
  void (*along)(const LanePooling& pooling, const float* line, float* outputs);
};

// Rows of `width` floats that are copied one after another, with `before` and `after` floats
// `outside` around them. Elements of `group` floats are taken from every `step`-th of rows
// `from_stride` apart.
struct LaneFrame {
  std::int64_t rows, width, group, step, from_stride, before, after;
  float outside;
};

// Destination of a row's vectors: vectors per piece and their distance, number of pieces and their
// distance.
struct LaneSpread {
  std::int64_t vectors, apart, pieces, pieces_apart;
};

struct LaneKernels {
  int lanes;
  // Largest tiles that fit in registers: rows of `tile`, x and y of `dots`.
  int rows, x, y;

  // A tile has `rows` results of `vectors` * `lanes` batch elements each.
  static constexpr int most_rows = 14, most_vectors = 2, most_lanes = 16;
  // result[r][n] = the sum over taps and channels of weights[(tap.weight + c) * rows + r] times
  // source[tap.source + c * vectors * lanes + n]; rows of the result lie `stride` apart.
  using Tile = void (*)(const LaneTap* taps, std::int64_t count, std::int64_t channels,
                        const float* weights, const float* source, const LaneEpilogue& epilogue,
                        float* result, std::int64_t stride);
  Tile tile[most_rows][most_vectors];

  // result[r][n] = the sum over i < count of weights[i * rows + r] times source[offsets[i] + n];
  // rows of the result lie `stride` apart.
  using Gathered = void (*)(const std::int64_t* offsets, std::int64_t count, const float* weights,
                            const float* source, const LaneEpilogue& epilogue, float* result,
                            std::int64_t stride);
  Gathered gathered[most_rows][most_vectors];

  // A tile of `rows` outputs of `vectors` * `lanes` channels. The results of a channel are stored
  // next to each other, those of the next channel `stride` apart; the epilogue's rows are channels.
  using Channels = void (*)(const LaneProducts& products, const LaneEpilogue& epilogue,
                            float* result, std::int64_t stride);
  const Channels (*channels)[most_vectors];  // by rows - 1 and vectors - 1

  // A tile of `outputs` <= lanes outputs of `channels` <= lanes channels, each with weights of its
  // own: result k of row r is the sum over i < count of weights[i * lanes + k] times
  // source[offsets[i] + places[r] + k]. There are `lanes` places. Stored as by `channels`.
  void (*weigh_channels)(const LaneProducts& products, const LaneSquare& square,
                         const LaneEpilogue& epilogue, float* result, std::int64_t stride);
  // Stores the `width` elements of rows that lie `stride` apart as vectors with an element of each
  // row: to[i * lanes + row] = from[row * stride + i]. Writes whole squares: past the last row, and
  // up to lanes - 1 vectors past the end.
  void (*transpose_rows)(const float* from, std::int64_t stride, std::int64_t rows,
                         std::int64_t width, float* to);

  // The sum over taps of weights[tap] times what the tap meets, with the epilogue of one row: its
  // bias, and an added row for each of the window's.
  void (*weigh_taps)(const LaneWindow& window, const float* source, const float* weights,
                     const LaneEpilogue& epilogue, float* result);
  // As weigh_taps, without a copy of the image. Writes rows of outputs from the first on.
  using WeighPlane = void (*)(const LanePlane& plane, const float* image, const float* weights,
                              const LaneEpilogue& epilogue, float* outputs);
  WeighPlane weigh_plane;
  // The maximum (NaN counts as the maximum) or mean of each window.
  const LanePool &largest_pool, &mean_pool;
  // Writes up to a vector past the end of the last row.
  void (*frame_rows)(const LaneFrame& frame, const float* from, float* to);
  // Applies the epilogue of one row to `width` results.
  void (*finish)(const LaneEpilogue& epilogue, std::int64_t width, float* results);

  // sums[i][j][lane] += over groups and vectors x[group][vector][i] times y[group][vector][j]. The
  // vectors of a group are contiguous; groups are x_step and y_step apart. With a narrow x, the
  // registers hold a higher y.
  static constexpr int most_x = 4, most_y = 8;
  using Dots = void (*)(const float* x, std::int64_t x_step, const float* y, std::int64_t y_step,
                        std::int64_t groups, std::int64_t vectors, float* sums);
  Dots dots[most_x][most_y];

  // totals[i] = the sum of the lanes of sums[i], added by halves.
  void (*add_lanes)(const float* sums, std::int64_t count, float* totals);

  // Copies rows of `width` floats, `from_stride` apart, to rows `to_stride` apart.
  void (*copy_rows)(const float* from, std::int64_t from_stride, float* to, std::int64_t to_stride,
                    std::int64_t rows, std::int64_t width);

  // Copies rows of `width` floats, `from_stride` apart, as vectors padded with zeros. Within a
  // piece, the vectors of a row follow those of the previous row.
  void (*spread_rows)(const float* from, std::int64_t from_stride, std::int64_t rows,
                      std::int64_t width, float* to, const LaneSpread& spread);

  // c[r][n] = the sum over i < depth of a[r * a_stride + i] times b[i * 2 * lanes + n], for n < 2 *
  // lanes; rows of c lie c_stride apart.
  using Multiply = void (*)(const float* a, std::int64_t a_stride, const float* b,
                            std::int64_t depth, float* c, std::int64_t c_stride);
  const Multiply* multiply;  // by the number of rows - 1, at most `rows`

  // Pooling of `count` members, each a row of `n` floats.
  void (*largest)(const float* const* members, int count, std::int64_t n, float* result);
  void (*mean)(const float* const* members, int count, std::int64_t n, float* result);
  // Adds delta to the gradient of the first maximum. `choose` returns its element of `elements`.
  void (*add_to_largest)(const float* const* members, float* const* gradients, int count,
                         std::int64_t n, const float* delta);
  // The same for non-overlapping windows: overwrites the members' gradients without clearing.
  void (*set_largest)(const float* const* members, float* const* gradients, int count,
                      std::int64_t n, const float* delta);
  void (*add_mean)(float* const* gradients, int count, std::int64_t n, const float* delta);
  void (*choose)(const float* const* members, const float* const* elements, int count,
                 std::int64_t n, float* result);

  // results[r] = the sum of x[r * stride + i] * y[i] over i < count.
  void (*dot_rows)(const float* x, std::int64_t stride, std::int64_t rows, const float* y,
                   std::int64_t count, float* results);
  // results[i] = the sum of x[row * stride + i] * weights[row] over rows, for i < width.
  void (*weigh_rows)(const float* x, std::int64_t stride, std::int64_t rows, const float* weights,
                     std::int64_t width, float* results);
};

// The kernels of the widest vectors that this host supports.
const LaneKernels& lane_kernels();

}  // namespace ng
