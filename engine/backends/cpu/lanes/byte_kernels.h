// SPDX-License-Identifier: Apache-2.0
// Inner loops of matmuls and convolutions of 8-bit integers for one vector width (see
// lane_kernels.h). Sums are int32 and wrap; no product or intermediate sum saturates.
#pragma once

#include <cstdint>

namespace ng {

struct ByteKernels {
  int rows, columns;  // of the largest tile

  // A tile: C[r][j] = base[r][j] + the sum over i < 4 * groups of A[r][i] * B[i][j]. `a`: rows of
  // unsigned bytes, `a_stride` apart. `b`: by group, 4 signed bytes of each of `columns` columns.
  // base[r][j] = of_rows[r] + of_columns[j], plus C[r][j] if `add`. Rows of C lie `c_stride` apart.
  struct Tile {
    const std::uint8_t* a;
    std::int64_t a_stride;
    const std::int8_t* b;
    std::int64_t groups;
    const std::int32_t *of_rows, *of_columns;
    bool add;
    std::int32_t* c;
    std::int64_t c_stride;
  };
  static constexpr int most_rows = 6, most_columns = 64;
  void (*tile[most_rows])(const Tile& tile);  // by rows - 1; null beyond `rows`

  // A tile of a convolution of `lanes` or twice as many outputs of each of some channels: C[k][j] =
  // base[k] + the sum over i < count of the four products of the bytes of source[offsets[i] + j]
  // and of filters[i * channels + k]. Rows of C lie `c_stride` apart.
  int lanes, filters;  // words of a vector, channels of the largest tile
  struct Window {
    const std::int64_t* offsets;
    std::int64_t count;
    const std::int32_t* filters;  // of four signed bytes
    const std::uint32_t* source;  // of four unsigned bytes
    const std::int32_t* base;
    std::int32_t* c;
    std::int64_t c_stride;
  };
  static constexpr int most_filters = 14;
  // By channels - 1, null beyond `filters`; by vectors - 1.
  void (*window[most_filters][2])(const Window& window);
};

// The kernels of the widest vectors that this host supports.
const ByteKernels& byte_kernels();

}  // namespace ng
