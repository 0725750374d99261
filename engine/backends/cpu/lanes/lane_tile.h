// SPDX-License-Identifier: Apache-2.0
// The sums of a tile, which stay in registers. Must not include inline functions that the linker
// could share with code for older processors.
#pragma once

#include "engine/backends/cpu/lanes/lane_vectors.h"

namespace ng::NGRAPH_WIDTH {

template <int Rows, int Vectors>
[[gnu::always_inline]] inline void clear(Vector (&sum)[Rows][Vectors]) {
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) sum[r][v] = Vector{};
  }
}

// Adds the sums of one chain of additions to `sums`, rows `stride` apart, or stores them there if
// they are the first.
template <int Rows, int Vectors>
[[gnu::always_inline]] inline void add_to(float* sums, std::int64_t stride, bool first,
                                          const Vector (&sum)[Rows][Vectors]) {
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) {
      float* const at = sums + r * stride + v * lanes;
      store(at, first ? sum[r][v] : load(at) + sum[r][v]);
    }
  }
}

}  // namespace ng::NGRAPH_WIDTH
