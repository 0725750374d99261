// SPDX-License-Identifier: Apache-2.0
// Tiles with channels in the lanes: every lane is filled however few outputs there are, and the
// results are transposed at the end.
#include <utility>

#include "engine/backends/cpu/lanes/lane_epilogue.h"
#include "engine/backends/cpu/lanes/lane_tile.h"

namespace ng::NGRAPH_WIDTH {
namespace {

// Blocks of `Half` elements: the first of each pair of `a`, then that of `b`.
template <int Half, int... Lane>
inline Vector firsts(Vector a, Vector b, std::integer_sequence<int, Lane...>) {
  return __builtin_shufflevector(a, b, (Lane / Half % 2 ? lanes + Lane - Half : Lane)...);
}
// The same of the second of each pair.
template <int Half, int... Lane>
inline Vector seconds(Vector a, Vector b, std::integer_sequence<int, Lane...>) {
  return __builtin_shufflevector(a, b, (Lane / Half % 2 ? lanes + Lane : Lane + Half)...);
}

// Transposes a square.
template <int Half = lanes / 2>
[[gnu::always_inline]] inline void transpose(Vector (&rows)[lanes]) {
  constexpr std::make_integer_sequence<int, lanes> all;
#pragma GCC unroll 16
  for (int r = 0; r < lanes; ++r) {
    if (r / Half % 2) continue;
    const Vector a = rows[r], b = rows[r + Half];
    rows[r] = firsts<Half>(a, b, all);
    rows[r + Half] = seconds<Half>(a, b, all);
  }
  if constexpr (Half > 1) transpose<Half / 2>(rows);
}

// The sums of one chain of additions, added to `sums`, or stored there if they are the first.
template <int Rows, int Vectors>
inline void sum_stretch(const LaneProducts& products, std::int64_t begin, std::int64_t end,
                        float* sums) {
  Vector sum[Rows][Vectors];
  clear(sum);
  const float* weights = products.weights + begin * Vectors * lanes;
  for (std::int64_t i = begin; i < end; ++i, weights += Vectors * lanes) {
    const float* const x = products.source + products.offsets[i];
    Vector weight[Vectors];
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) weight[v] = load(weights + v * lanes);
#pragma GCC unroll 14
    for (int r = 0; r < Rows; ++r) {
      const Vector in = x[products.places[r]] - Vector{};
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) sum[r][v] += in * weight[v];
    }
  }
  add_to(sums, Vectors * lanes, begin == 0, sum);
}

// Stores a square of outputs, a vector for each: those that are wanted of each channel from `k` on.
inline void finish_square(Vector (&square)[lanes], const LaneSquare& wanted, int k,
                          const LaneEpilogue& epilogue, float* result, std::int64_t stride) {
  transpose(square);
#pragma GCC unroll 16
  for (int c = 0; c < lanes; ++c) {
    if (c >= wanted.channels) break;
    const float* const row = added_row(epilogue, k + c);
    const Vector added = row ? load_some(row, wanted.outputs) : Vector{};
    store_some(result + (k + c) * stride,
               finished(square[c], row_bias(epilogue, k + c), row ? &added : nullptr, epilogue),
               wanted.outputs);
  }
}

template <int Rows, int Vectors>
void channels(const LaneProducts& products, const LaneEpilogue& epilogue, float* result,
              std::int64_t stride) {
  fetch_rows(epilogue, result, stride, Vectors * lanes, Rows);
  float sums[Rows * Vectors * lanes];
  for (std::int64_t i = 0; i == 0 || i < products.count; i += stretch) {
    const std::int64_t left = products.count - i;
    sum_stretch<Rows, Vectors>(products, i, i + (left < stretch ? left : stretch), sums);
  }
  for (int r = 0; r < Rows; r += lanes) {
    LaneEpilogue here = epilogue;
    if (here.added) here.added += r;
    const int count = Rows - r < lanes ? Rows - r : lanes;
    for (int v = 0; v < Vectors; ++v) {
      Vector square[lanes] = {};
      for (int i = 0; i < count; ++i) square[i] = load(sums + ((r + i) * Vectors + v) * lanes);
      finish_square(square, {lanes, count}, v * lanes, here, result + r, stride);
    }
  }
}

// Outputs whose addresses stay in registers.
constexpr int together = lanes < 8 ? lanes : 8;

// The sums of these outputs from place `first` on, each with weights of its lanes' own.
[[gnu::always_inline]] inline void weigh_together(const LaneProducts& products, int first,
                                                  Vector (&total)[lanes]) {
  const float* from[together];
#pragma GCC unroll 8
  for (int r = 0; r < together; ++r) {
    from[r] = products.source + products.places[first + r];
    total[first + r] = Vector{};
  }
  for (std::int64_t begin = 0; begin < products.count; begin += stretch) {
    const std::int64_t left = products.count - begin;
    const std::int64_t end = begin + (left < stretch ? left : stretch);
    Vector sum[together];
#pragma GCC unroll 8
    for (int r = 0; r < together; ++r) sum[r] = Vector{};
    for (std::int64_t i = begin; i < end; ++i) {
      const Vector weight = load(products.weights + i * lanes);
      const std::int64_t offset = products.offsets[i];
#pragma GCC unroll 8
      for (int r = 0; r < together; ++r) sum[r] += weight * load(from[r] + offset);
    }
#pragma GCC unroll 8
    for (int r = 0; r < together; ++r) total[first + r] += sum[r];
  }
}

#define NGRAPH_CHANNELS(R) {channels<R, 1>, channels<R, 2>}

}  // namespace

constinit const LaneKernels::Channels
    channel_tiles[LaneKernels::most_rows][LaneKernels::most_vectors] = {
        NGRAPH_CHANNELS(1),  NGRAPH_CHANNELS(2),  NGRAPH_CHANNELS(3),  NGRAPH_CHANNELS(4),
        NGRAPH_CHANNELS(5),  NGRAPH_CHANNELS(6),  NGRAPH_CHANNELS(7),  NGRAPH_CHANNELS(8),
        NGRAPH_CHANNELS(9),  NGRAPH_CHANNELS(10), NGRAPH_CHANNELS(11), NGRAPH_CHANNELS(12),
        NGRAPH_CHANNELS(13), NGRAPH_CHANNELS(14)};

void weigh_channels(const LaneProducts& products, const LaneSquare& square,
                    const LaneEpilogue& epilogue, float* result, std::int64_t stride) {
  Vector total[lanes];
#pragma GCC unroll 4
  for (int first = 0; first < lanes; first += together) weigh_together(products, first, total);
  finish_square(total, square, 0, epilogue, result, stride);
}

void transpose_rows(const float* from, std::int64_t stride, std::int64_t rows, std::int64_t width,
                    float* to) {
  for (std::int64_t i = 0; i < width; i += lanes, from += lanes, to += lanes * lanes) {
    const Mask mask = first_lanes(width - i);
    Vector square[lanes];
#pragma GCC unroll 16
    for (int r = 0; r < lanes; ++r)
      square[r] = load_lanes(from + (r < rows ? r : rows - 1) * stride, mask);
    transpose(square);
#pragma GCC unroll 16
    for (int c = 0; c < lanes; ++c) store(to + c * lanes, square[c]);
  }
}

}  // namespace ng::NGRAPH_WIDTH
