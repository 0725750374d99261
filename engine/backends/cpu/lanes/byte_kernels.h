// SPDX-License-Identifier: Apache-2.0
// Inner loops of matmuls of 8-bit integers for one vector width (see lane_kernels.h). Sums are
// int32 and wrap; no product or intermediate sum saturates.
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
};

// The kernels of the widest vectors that this host supports.
const ByteKernels& byte_kernels();

}  // namespace ng
