// SPDX-License-Identifier: Apache-2.0
// The schedule of a kernel on a GPU: how its loops map to a grid of blocks of threads. It depends
// on sizes only, so that sums are added in the same order in every run.
#pragma once

#include "engine/kernels/kernel.h"

namespace ng::kernel {

// The independent outer loops become rows. A row is computed by one thread, or by the threads of a
// warp or block: these share the iterations of its inner loops and combine their partial results.
// Rows that are neighbours in memory, as in a sum over columns, are computed side by side by a
// block: its threads with neighbouring numbers then access neighbouring elements. Where some loads
// are contiguous along another loop than the rest, as in a transpose, a block computes a square
// tile of the rows of both loops and brings these loads through shared memory.
constexpr int tile = 32;
struct CudaSchedule {
  std::vector<int> outer;                         // the loops of a row's number, slowest first
  const std::vector<Statement>* block = nullptr;  // what each row computes; belongs to the kernel
  std::int64_t rows = 1;
  int threads_per_row = 1;  // 1; 32: a warp; more: a block
  int adjacent_rows = 1;    // more: a block computes so many, thread t row t % adjacent_rows
  int rows_per_thread = 1;  // more: neighbours of the last outer loop, loaded and stored together
  int threads = 256;        // per block
  // Loads of the kernel (parameter, index) that are contiguous along the last but one loop of
  // `outer`; if there are any, a block computes `tile` by `tile` rows of the last two loops.
  std::vector<std::pair<int, Index>> transposed;
  std::int64_t tiles = 0;
  bool small_indices = true;  // indices fit into 32 bits

  bool warp_per_row() const { return adjacent_rows == 1 && threads_per_row == 32; }
  std::int64_t rows_per_block() const {
    return std::int64_t{threads / threads_per_row} * rows_per_thread;
  }
  std::int64_t blocks() const {
    return !transposed.empty() ? tiles : (rows + rows_per_block() - 1) / rows_per_block();
  }
};

CudaSchedule cuda_schedule(const Kernel& kernel);

// "4096 blocks of 256 threads, a warp per row of 32768"
std::string schedule_text(const CudaSchedule& schedule);

// The loops of a perfect nest, slowest first, and its innermost body; the body is null if the nest
// is not perfect or declares accumulators of its own. A loop that is cut into parts comes first,
// else the loop with the most contiguous accesses last.
struct InnerNest {
  std::vector<int> loops;
  const std::vector<Statement>* body = nullptr;
};
InnerNest inner_nest(const Kernel& kernel, const Statement& loop);
// The accumulations of its innermost body: each thread has a part of their results.
std::vector<const Statement*> accumulations(const InnerNest& nest);

}  // namespace ng::kernel
