// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/chained_matmuls.h"

#include <algorithm>

#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// Rows of a block, a multiple of `rows`: what the first two steps make of them takes half of the
// second-level cache.
std::int64_t rows_of_block(const Matmul& first, std::int64_t rows) {
  constexpr std::int64_t least = 28, most = 112;  // of a few tiles
  const std::int64_t wanted = std::clamp(2 * floats_in_cache / first.n, least, most);
  return std::min(first.m, std::max(rows, wanted / rows * rows));
}

// A thread's memory: both matrices B in panels, and a block of both results.
struct Slot {
  std::int64_t first_panels, second_panels, block;
  Slot(const Matmul& first, const Matmul& second, std::int64_t rows)
      : first_panels(panel_floats(first.k, first.n)),
        second_panels(panel_floats(second.k, second.n)),
        block(whole_lines(rows_of_block(first, rows) * first.n)) {}
  std::int64_t floats() const { return first_panels + second_panels + 2 * block; }
};

// Ranges of a product's rows that threads share, where there are fewer products than threads.
std::int64_t ranges_of(const Matmul& first, std::int64_t rows) {
  const std::int64_t wanted = 2 * std::int64_t{ThreadPool::shared().threads()};
  const std::int64_t block = rows_of_block(first, rows), blocks = (first.m + block - 1) / block;
  return std::clamp<std::int64_t>((wanted + first.products() - 1) / first.products(), 1, blocks);
}

// Rows [row, end) of one product.
void run_rows(const ChainedMatmuls& chain, std::int64_t product, std::int64_t row, std::int64_t end,
              float* memory) {
  const PanelMatmul first = product_of(chain.first, product);
  PanelMatmul second = product_of(chain.second, product);
  const Matmul &p = *first.matmul, &q = *second.matmul;
  const Slot slot(p, q, chain.rows);
  float* const first_panels = memory;
  float* const second_panels = first_panels + slot.first_panels;
  float* const sums = second_panels + slot.second_panels;
  float* const made = sums + slot.block;
  pack_product(first, first_panels);
  pack_product(second, second_panels);
  Matmul dense = p;  // whose rows of C are a block's
  dense.ldc = p.n;
  second.a = made;
  float* const results = second.c;
  for (const std::int64_t each = rows_of_block(p, chain.rows); row < end; row += each) {
    const std::int64_t rows = std::min(each, end - row);
    multiply_rows({&dense, first.a + row * stride_of_a(p), first.b, sums}, first_panels, rows);
    chain.kernel(sums, made, product * p.m + row, rows);
    second.c = results + row * stride_of_c(q);
    multiply_rows(second, second_panels, rows);
  }
}

}  // namespace

std::int64_t chain_floats(const Matmul& first, const Matmul& second, std::int64_t rows) {
  const std::int64_t parts = first.products() * ranges_of(first, rows);
  return Slot(first, second, rows).floats() * ScratchSlots::count(parts);
}

void run_chain(const ChainedMatmuls& chain, float* memory, std::int64_t floats) {
  const Matmul &p = *chain.first.matmul, &q = *chain.second.matmul;
  const std::int64_t ranges = ranges_of(p, chain.rows), parts = p.products() * ranges;
  const std::int64_t units = p.m / chain.rows;
  const std::int64_t each = Slot(p, q, chain.rows).floats();
  ScratchSlots slots(memory, each, std::min(ScratchSlots::count(parts), floats / each));
  ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](std::int64_t part) {
    const ScratchSlots::Lease slot(slots);
    const std::int64_t range = part % ranges;
    run_rows(chain, part / ranges, units * range / ranges * chain.rows,
             units * (range + 1) / ranges * chain.rows, slot.memory());
  });
}

}  // namespace ng
