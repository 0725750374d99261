// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/panel_matmul.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

constexpr std::int64_t most_width = 32;  // columns of a panel

std::int64_t panel_width() {
  return 2 * std::int64_t{lane_kernels().lanes};
}
std::int64_t panels_of(std::int64_t columns) {
  return (columns + panel_width() - 1) / panel_width();
}

// Rows of A that fit in the second-level cache together with a panel, in whole tiles.
std::int64_t rows_in_cache(std::int64_t depth) {
  const std::int64_t tile = lane_kernels().rows;
  return std::max(tile, 2 * floats_in_cache / std::max<std::int64_t>(depth, 1) / tile * tile);
}

// Distances of rows that are a multiple of half a page put the rows of a tile in few sets of the
// first-level cache, from which they displace each other.
bool collides(std::int64_t stride) {
  return stride % 512 == 0;
}

// One panel of B, `width` columns from `from` on; `stride` is the distance of stored rows.
void pack_panel(const float* from, std::int64_t stride, std::int64_t rows, std::int64_t width,
                bool transposed, float* to) {
  const std::int64_t whole = panel_width();
  if (!transposed) {
    for (std::int64_t i = 0; i < rows; ++i, to += whole) {
      std::copy_n(from + i * stride, width, to);
      std::fill(to + width, to + whole, 0.0f);
    }
    return;
  }
  constexpr std::int64_t some = 16;  // rows whose part of the panel stays in the cache
  for (std::int64_t first = 0; first < rows; first += some) {
    const std::int64_t end = std::min(rows, first + some);
    for (std::int64_t j = 0; j < whole; ++j) {
      for (std::int64_t i = first; i < end; ++i)
        to[i * whole + j] = j < width ? from[j * stride + i] : 0.0f;
    }
  }
}

std::int64_t stride_of_b(const Matmul& p) {
  return p.ldb ? p.ldb : p.transpose_b ? p.k : p.n;
}

// A copy of A whose rows do not collide, for many rows that many panels read.
std::int64_t padded_stride(const Matmul& p) {
  const bool many = p.m > 8 && p.n >= 4 * panel_width();
  return many && p.batch.empty() && collides(stride_of_a(p)) ? p.k + 16 : 0;
}

// Panel `panel` of a product's B.
void pack_one(const PanelMatmul& x, std::int64_t panel, float* to) {
  const Matmul& p = *x.matmul;
  const std::int64_t column = panel * panel_width(), stride = stride_of_b(p);
  pack_panel(x.b + (p.transpose_b ? column * stride : column), stride, p.k,
             std::min(panel_width(), p.n - column), p.transpose_b, to);
}

// Rows `row`.. of one product, times one panel.
struct Tile {
  std::int64_t row, rows, panel;
};

void multiply_panel(const PanelMatmul& x, std::int64_t stride_a, const float* panel,
                    const Tile& at) {
  const LaneKernels& kernels = lane_kernels();
  const Matmul& p = *x.matmul;
  const std::int64_t column = at.panel * panel_width();
  const std::int64_t width = std::min(panel_width(), p.n - column), stride = stride_of_c(p);
  const std::int64_t tiles = (at.rows + kernels.rows - 1) / kernels.rows;
  for (std::int64_t t = 0; t < tiles; ++t) {
    const std::int64_t row = at.row + at.rows * t / tiles,
                       rows = at.row + at.rows * (t + 1) / tiles - row;
    const auto multiply = kernels.multiply[rows - 1];
    const float* a = x.a + row * stride_a;
    float* c = x.c + row * stride + column;
    if (width == panel_width()) {
      multiply(a, stride_a, panel, p.k, c, stride);
      continue;
    }
    std::array<float, LaneKernels::most_rows * most_width> made;
    multiply(a, stride_a, panel, p.k, made.data(), panel_width());
    kernels.copy_rows(made.data(), panel_width(), c, stride, rows, width);
  }
}

// The tile's rows of a transposed A, one after the other.
void turn_rows(const float* a, const Matmul& p, const Tile& tile, float* to) {
  constexpr std::int64_t some = 16;  // rows that are written at the same time
  for (std::int64_t first = 0; first < tile.rows; first += some) {
    const std::int64_t end = std::min(tile.rows, first + some);
    for (std::int64_t k = 0; k < p.k; ++k) {
      const float* from = a + k * p.lda + tile.row;
      for (std::int64_t i = first; i < end; ++i) to[i * p.k + k] = from[i];
    }
  }
}

// The work as units that threads share: a panel of one product, for a range of its rows.
class PanelRun {
 public:
  PanelRun(std::span<const PanelMatmul> matmuls, StepScratch& scratch)
      : matmuls_(matmuls), first_(*matmuls[0].matmul), stride_a_(stride_of_a(first_)) {
    for (const PanelMatmul& x : matmuls) {
      panels_ += panels_of(x.matmul->n);
      flops_ += x.matmul->flops();
    }
    memory_ = scratch.floats(panel_scratch(first_));
    if (padded_stride(first_)) copy_a();
  }

  void run(const RowsMade& rows_made) {
    const std::int64_t by_cache =
        (first_.m + rows_in_cache(first_.k) - 1) / rows_in_cache(first_.k);
    if (!rows_made || matmuls_.size() > 1 || !first_.batch.empty()) {
      make_units(by_cache);
      if (rows_made) share_rows(last().m * last().products(), rows_made);
      return;
    }
    // Each part computes whole rows, whose epilogue then finds them in the cache.
    constexpr std::int64_t least_rows = 28;
    const std::int64_t threads = ThreadPool::shared().threads();
    const std::int64_t parts = std::max(by_cache, std::min(first_.m / least_rows, 2 * threads));
    if (parts < threads) {
      make_units(by_cache);
      return share_rows(first_.m, rows_made);
    }
    ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](std::int64_t part) {
      const std::int64_t row = first_.m * part / parts, end = first_.m * (part + 1) / parts;
      for (std::int64_t panel = 0; panel < panels_; ++panel)
        multiply(matmuls_[0], {row, end - row, panel});
      rows_made(row, end - row);
    });
  }

 private:
  const Matmul& last() const { return *matmuls_.back().matmul; }

  void copy_a() {
    const std::int64_t stride = padded_stride(first_);
    constexpr std::int64_t rows = 32;
    const std::int64_t parts = (first_.m + rows - 1) / rows;
    ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](std::int64_t part) {
      const std::int64_t row = part * rows;
      lane_kernels().copy_rows(matmuls_[0].a + row * stride_a_, stride_a_, memory_ + row * stride,
                               stride, std::min(rows, first_.m - row), first_.k);
    });
    stride_a_ = stride;
    a_ = memory_;
  }

  // Computes all products, their rows in `ranges` ranges. A transposed A is turned for all panels
  // of a range, which are then one unit.
  void make_units(std::int64_t ranges) {
    const std::int64_t per_unit = first_.transpose_a ? panels_ : 1, columns = panels_ / per_unit;
    const std::int64_t units = first_.products() * ranges * columns, parts = parts_of(units);
    const bool packs = !first_.packed;
    ScratchSlots slots(memory_, slot_floats(first_), packs ? ScratchSlots::count(parts) : 0);
    const auto make = [&](float* memory, std::int64_t begin, std::int64_t end) {
      for (std::int64_t unit = begin; unit < end; ++unit) {
        const std::int64_t range = unit / columns % ranges;
        const std::int64_t row = first_.m * range / ranges;
        const Tile tile{row, first_.m * (range + 1) / ranges - row, unit % columns};
        packs ? pack_and_multiply(unit / columns / ranges, tile, memory) : multiply_one(tile);
      }
    };
    if (parts == 1) return make(memory_, 0, units);
    ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](std::int64_t part) {
      const std::int64_t begin = units * part / parts, end = units * (part + 1) / parts;
      if (!packs) return make(nullptr, begin, end);
      const ScratchSlots::Lease slot(slots);
      make(slot.memory(), begin, end);
    });
  }

  // As many for each thread. A single row is read at the speed of the memory, not of the
  // arithmetic.
  std::int64_t parts_of(std::int64_t units) const {
    constexpr std::int64_t least = shared_out_flops / 2, flops_of_a_load = 16, most_each = 8;
    const std::int64_t cost = flops_ / (2 * first_.m) * std::max(flops_of_a_load, 2 * first_.m);
    if (cost < shared_out_flops) return 1;
    const std::int64_t threads = ThreadPool::shared().threads();
    return std::min(units,
                    threads * std::clamp<std::int64_t>(cost / least / threads, 1, most_each));
  }

  // The panels of all matmuls are numbered through.
  void multiply_one(Tile tile) const {
    std::size_t i = 0;
    for (; tile.panel >= panels_of(matmuls_[i].matmul->n); ++i)
      tile.panel -= panels_of(matmuls_[i].matmul->n);
    multiply(matmuls_[i], tile);
  }

  void multiply(PanelMatmul x, const Tile& tile) const {
    if (a_) x.a = a_;
    multiply_panel(x, stride_a_, x.b + tile.panel * panel_width() * x.matmul->k, tile);
  }

  void pack_and_multiply(std::int64_t product, Tile tile, float* memory) const {
    PanelMatmul x = product_of(matmuls_[0], product);
    const Matmul& p = *x.matmul;
    if (!p.transpose_a) return pack_and_multiply_panel(x, stride_a_, tile, memory);
    float* const turned = memory + panel_slot(p);
    turn_rows(x.a, p, tile, turned);
    x.a = turned - tile.row * p.k;
    for (tile.panel = 0; tile.panel < panels_; ++tile.panel)
      pack_and_multiply_panel(x, p.k, tile, memory);
  }

  static void pack_and_multiply_panel(const PanelMatmul& x, std::int64_t stride_a, const Tile& tile,
                                      float* memory) {
    pack_one(x, tile.panel, memory);
    multiply_panel(x, stride_a, memory, tile);
  }

  static std::int64_t panel_slot(const Matmul& p) { return whole_lines(p.k * panel_width()); }

 public:
  static std::int64_t slot_floats(const Matmul& p) {
    return panel_slot(p) + (p.transpose_a ? whole_lines(p.m * p.k) : 0);
  }

 private:
  std::span<const PanelMatmul> matmuls_;
  const Matmul& first_;
  std::int64_t stride_a_, panels_ = 0, flops_ = 0;
  float* memory_ = nullptr;
  const float* a_ = nullptr;  // the copy of A, if there is one
};

}  // namespace

PanelMatmul product_of(const PanelMatmul& batch, std::int64_t index) {
  PanelMatmul one = batch;
  for (auto axis = batch.matmul->batch.rbegin(); axis != batch.matmul->batch.rend(); ++axis) {
    const std::int64_t at = index % axis->count;
    index /= axis->count;
    one.a += at * axis->a;
    one.b += at * axis->b;
    one.c += at * axis->c;
  }
  return one;
}

std::int64_t stride_of_a(const Matmul& p) {
  return p.lda ? p.lda : p.k;
}
std::int64_t stride_of_c(const Matmul& p) {
  return p.ldc ? p.ldc : p.n;
}

void pack_product(const PanelMatmul& product, float* to) {
  for (std::int64_t panel = 0; panel < panels_of(product.matmul->n); ++panel)
    pack_one(product, panel, to + panel * panel_width() * product.matmul->k);
}

void multiply_rows(const PanelMatmul& product, const float* packed, std::int64_t rows) {
  const Matmul& p = *product.matmul;
  for (std::int64_t panel = 0; panel < panels_of(p.n); ++panel)
    multiply_panel(product, stride_of_a(p), packed + panel * panel_width() * p.k, {0, rows, panel});
}

std::int64_t panel_floats(std::int64_t rows, std::int64_t columns) {
  return rows * panels_of(columns) * panel_width();
}

void pack_panels(const MatrixPacking& p, const float* from, float* to) {
  const std::int64_t stride = p.transposed ? p.rows : p.columns;
  ThreadPool::shared().parallel_for(
      static_cast<int>(panels_of(p.columns)), [&](std::int64_t panel) {
        const std::int64_t column = panel * panel_width();
        pack_panel(from + (p.transposed ? column * stride : column), stride, p.rows,
                   std::min(panel_width(), p.columns - column), p.transposed, to + column * p.rows);
      });
}

std::int64_t packed_matmul_floats(const Matmul& p) {
  constexpr std::int64_t least_columns = 24;  // fewer leave most of a panel empty
  const bool fits = p.dtype == DType::f32 && !p.bytes && !p.accumulate && p.batch.empty() &&
                    !p.transpose_a && p.n >= least_columns;
  return fits && !std::getenv("NGRAPH_DOT") ? panel_floats(p.k, p.n) : 0;
}

bool is_panel_matmul(const Matmul& p) {
  return p.packed || !p.batch.empty();
}

void panel_gemm(std::span<const PanelMatmul> matmuls, StepScratch& scratch,
                const RowsMade& rows_made) {
  PanelRun(matmuls, scratch).run(rows_made);
}

std::int64_t panel_scratch(const Matmul& p) {
  if (p.packed) return 4 * p.m * padded_stride(p);
  const std::int64_t parts = p.products() * panels_of(p.n);
  return 4 * PanelRun::slot_floats(p) * ScratchSlots::count(parts);
}

}  // namespace ng
