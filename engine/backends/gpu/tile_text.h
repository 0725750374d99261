// SPDX-License-Identifier: Apache-2.0
// CUDA text of matmuls whose matrices are read element by element, from arrays or from images: a
// block of 256 threads computes a tile of the result through shared memory. Elements are added up
// in an order that depends on the sizes only.
#pragma once

#include <cstdint>
#include <string>

namespace ng {

// How the tiles of a matrix are loaded: neighbouring threads load neighbouring products, or
// neighbouring rows (of the left matrix) or columns (of the right one). `at` is the element's
// number in that direction and `other` in the other one.
struct TileLoads {
  bool along_inner = false;
  std::string fixed;    // declarations from `at`
  std::string element;  // statements that set `value`, or leave it at 0
};

struct TileKernel {
  std::string name, parameters;
  std::string type = "float";   // of the elements
  std::string integer = "int";  // of the numbers of elements
  TileLoads left, right;
  std::int64_t rows = 0, columns = 0, inner = 0;
  std::int64_t groups = 1;  // products of this size side by side; texts have the number of one as g
  int tile_rows = 16, tile_columns = 16;  // 16, 32, 64; columns also 128
  int tile_inner = 16;                    // products that are loaded at once
  // Long sums are divided among blocks: each adds up `part_length` products of its tile in
  // `parts[part][row][column]`, a parameter, and NAME_sum adds the parts.
  std::int64_t parts = 1, part_length = 0;
  // Can factors be missing (an element outside of an image)? Their products are left out, also
  // where the other factor is not finite.
  bool may_miss = false;
  std::string finish;  // statements that store the element (i, j) of the result from `sum`

  std::int64_t tiles_down() const { return (rows + tile_rows - 1) / tile_rows; }
  std::int64_t tiles_across() const { return (columns + tile_columns - 1) / tile_columns; }
  std::int64_t blocks() const { return tiles_down() * tiles_across() * parts * groups; }
  std::int64_t scratch_bytes() const { return parts > 1 ? 4 * parts * groups * rows * columns : 0; }
  std::int64_t sum_blocks() const;  // of NAME_sum; 0: there is one part
};

// The smallest side of a tile that holds `length`, at most `most`.
int tile_side(std::int64_t length, int most);

std::string tile_text(const TileKernel& kernel);

}  // namespace ng
