// SPDX-License-Identifier: Apache-2.0
// Runs the three steps of a matmul chain (runtime/matmul_chain.h) a block of rows at a time: what
// the first two make stays in the cache.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/backends/cpu/dense/panel_matmul.h"

namespace ng {

struct ChainedMatmuls {
  PanelMatmul first, second;  // A of the second is not read
  std::int64_t rows = 1;      // that the kernel computes at once, of one product
  // Computes rows [row, row + count) of the kernel's result; both arrays begin with row `row`.
  std::function<void(const float* sums, float* made, std::int64_t row, std::int64_t count)> kernel;
};

// Floats of memory with which all threads of the pool can run the chain at once.
std::int64_t chain_floats(const Matmul& first, const Matmul& second, std::int64_t rows);

// On the pool's threads, of which as many at once as have room in `floats` of memory, at least one.
// The results are those of the three steps, bit for bit.
void run_chain(const ChainedMatmuls& chain, float* memory, std::int64_t floats);

}  // namespace ng
