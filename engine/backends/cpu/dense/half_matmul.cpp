// SPDX-License-Identifier: Apache-2.0
// Blocks of A and B are converted to float32 in scratch memory, multiplied there by the library for
// float32, and the finished block of C is rounded.
#include "engine/backends/cpu/dense/half_matmul.h"

#include <algorithm>

#include "engine/backends/cpu/dense/matmul.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/half_kernels.h"

namespace ng {
namespace {

// Together at most 1 MiB of float32: the operands stay in the L2 cache.
constexpr std::int64_t most_rows = 192, most_columns = 128, most_depth = 512;

std::int64_t pieces(std::int64_t length, std::int64_t most) {
  return (length + most - 1) / most;
}
// The longest of equal pieces of at most `most`.
std::int64_t longest(std::int64_t length, std::int64_t most) {
  const std::int64_t count = pieces(length, most);
  return (length + count - 1) / count;
}

struct Blocks {
  explicit Blocks(const Matmul& p)
      : rows(longest(p.m, most_rows)),
        columns(longest(p.n, most_columns)),
        depth(longest(p.k, most_depth)),
        down(pieces(p.m, rows)),
        across(pieces(p.n, columns)) {}
  std::int64_t rows, columns, depth;
  std::int64_t down, across;  // number of blocks of C
  std::int64_t floats() const { return rows * depth + depth * columns + rows * columns; }
  std::int64_t slots() const { return ScratchSlots::count(down * across); }
};

struct Halves {
  explicit Halves(DType dtype)
      : widen(dtype == DType::f16 ? half_kernels().from_f16 : half_kernels().from_bf16),
        narrow(dtype == DType::f16 ? half_kernels().to_f16 : half_kernels().to_bf16) {}
  HalfKernels::Widen widen;
  HalfKernels::Narrow narrow;
};

// Rows [row, row + rows) and columns of a matrix of `stride` columns.
struct Part {
  const std::uint16_t* matrix;
  std::int64_t stride, row, rows, column, columns;
};

Part part_of(const std::uint16_t* matrix, std::int64_t stride, bool transposed, std::int64_t row,
             std::int64_t rows, std::int64_t column, std::int64_t columns) {
  if (transposed) return {matrix, stride, column, columns, row, rows};
  return {matrix, stride, row, rows, column, columns};
}

void widen(const Halves& halves, const Part& part, float* to) {
  for (std::int64_t r = 0; r < part.rows; ++r) {
    halves.widen(part.matrix + (part.row + r) * part.stride + part.column, part.columns,
                 to + r * part.columns);
  }
}

}  // namespace

void half_gemm(const Matmul& p, const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* c,
               StepScratch& scratch) {
  const Blocks blocks(p);
  const Halves halves(p.dtype);
  ScratchSlots slots(scratch.floats(half_scratch(p)), blocks.floats(), blocks.slots());
  const std::int64_t lda = p.transpose_a ? p.m : p.k, ldb = p.transpose_b ? p.k : p.n;
  const auto make = [&](std::int64_t block) {
    const ScratchSlots::Lease lease(slots);
    float *left = lease.memory(), *right = left + blocks.rows * blocks.depth;
    float* sums = right + blocks.depth * blocks.columns;
    const std::int64_t row = block / blocks.across * blocks.rows;
    const std::int64_t column = block % blocks.across * blocks.columns;
    Matmul own = p;
    own.dtype = DType::f32;
    own.m = std::min(blocks.rows, p.m - row);
    own.n = std::min(blocks.columns, p.n - column);
    own.alpha = 1;
    for (std::int64_t at = 0; at < p.k; at += blocks.depth) {
      own.k = std::min(blocks.depth, p.k - at);
      own.accumulate = at > 0;
      widen(halves, part_of(a, lda, p.transpose_a, row, own.m, at, own.k), left);
      widen(halves, part_of(b, ldb, p.transpose_b, at, own.k, column, own.n), right);
      gemm_block(own, left, p.transpose_a ? own.m : own.k, right, p.transpose_b ? own.k : own.n,
                 sums);
    }
    for (std::int64_t r = 0; r < own.m; ++r) {
      halves.narrow(sums + r * own.n, own.n, c + (row + r) * p.n + column);
    }
  };
  const std::int64_t count = blocks.down * blocks.across;
  if (count == 1) return make(0);
  ThreadPool::shared().parallel_for(static_cast<int>(count), make);
}

std::int64_t half_scratch(const Matmul& p) {
  const Blocks blocks(p);
  return blocks.slots() * blocks.floats() * static_cast<std::int64_t>(sizeof(float));
}

}  // namespace ng
