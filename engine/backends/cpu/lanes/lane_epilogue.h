// SPDX-License-Identifier: Apache-2.0
// The epilogue of a vector of results. Must not include inline functions that the linker could
// share with code for older processors.
#pragma once

#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/backends/cpu/lanes/lane_vectors.h"

namespace ng::NGRAPH_WIDTH {

// x times its sigmoid.
Vector silu(Vector x);

// `added` is null if the epilogue adds no array.
inline Vector finished(Vector sum, Vector bias, const Vector* added, const LaneEpilogue& epilogue) {
  const Vector low = epilogue.low - Vector{}, high = epilogue.high - Vector{};
  Vector value = sum + bias;
  if (added) value += *added;
  if (epilogue.silu) return silu(value);
  value = value < low ? low : value;
  return value > high ? high : value;
}

// The added rows from row `r` on; null if there are none.
inline const float* added_row(const LaneEpilogue& epilogue, std::int64_t r) {
  return epilogue.added ? epilogue.added + r * epilogue.added_stride : nullptr;
}

inline Vector row_bias(const LaneEpilogue& epilogue, std::int64_t r) {
  return (epilogue.bias ? epilogue.bias[r] : 0.0f) - Vector{};
}

// Requests rows of a tile, which lie far apart, while its products are computed.
inline void fetch_rows(const LaneEpilogue& epilogue, const float* result, std::int64_t stride,
                       int rows, std::int64_t width) {
  for (int r = 0; r < rows; ++r) {
    const float* const added = added_row(epilogue, r);
    for (std::int64_t i = 0; i < width; i += 16) {
      __builtin_prefetch(result + r * stride + i, 1);
      if (added) __builtin_prefetch(added + i);
    }
  }
}

// Defined in lane_channels.cpp, lane_windows.cpp and lane_pooling.cpp; see LaneKernels.
extern const LaneKernels::Channels channel_tiles[LaneKernels::most_rows][LaneKernels::most_vectors];
void weigh_channels(const LaneProducts& products, const LaneSquare& square,
                    const LaneEpilogue& epilogue, float* result, std::int64_t stride);
void transpose_rows(const float* from, std::int64_t stride, std::int64_t rows, std::int64_t width,
                    float* to);
void weigh_taps(const LaneWindow& window, const float* source, const float* weights,
                const LaneEpilogue& epilogue, float* result);
void weigh_plane(const LanePlane& plane, const float* image, const float* weights,
                 const LaneEpilogue& epilogue, float* result);
extern const LanePool largest_pool, mean_pool;
void frame_rows(const LaneFrame& frame, const float* from, float* to);

}  // namespace ng::NGRAPH_WIDTH
