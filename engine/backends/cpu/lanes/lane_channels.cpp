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
inline void transpose(Vector (&rows)[lanes]) {
  constexpr std::make_integer_sequence<int, lanes> all;
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

// Stores a square of the sums, whose rows are `apart`: `count` outputs of each channel from `k` on.
inline void finish_square(const float* sums, std::int64_t apart, std::int64_t count, int k,
                          const LaneEpilogue& epilogue, float* result, std::int64_t stride) {
  Vector square[lanes] = {};
  for (int r = 0; r < count; ++r) square[r] = load(sums + r * apart);
  transpose(square);
  for (int c = 0; c < lanes; ++c) {
    const float* const row = added_row(epilogue, k + c);
    const Vector added = row ? load_some(row, count) : Vector{};
    store_some(result + (k + c) * stride,
               finished(square[c], row_bias(epilogue, k + c), row ? &added : nullptr, epilogue),
               count);
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
      finish_square(sums + (r * Vectors + v) * lanes, Vectors * lanes, count, v * lanes, here,
                    result + r, stride);
    }
  }
}

#define NGRAPH_CHANNELS(R) {channels<R, 1>, channels<R, 2>}

}  // namespace

const LaneKernels::Channels channel_tiles[LaneKernels::most_rows][LaneKernels::most_vectors] = {
    NGRAPH_CHANNELS(1),  NGRAPH_CHANNELS(2),  NGRAPH_CHANNELS(3),  NGRAPH_CHANNELS(4),
    NGRAPH_CHANNELS(5),  NGRAPH_CHANNELS(6),  NGRAPH_CHANNELS(7),  NGRAPH_CHANNELS(8),
    NGRAPH_CHANNELS(9),  NGRAPH_CHANNELS(10), NGRAPH_CHANNELS(11), NGRAPH_CHANNELS(12),
    NGRAPH_CHANNELS(13), NGRAPH_CHANNELS(14)};

}  // namespace ng::NGRAPH_WIDTH
