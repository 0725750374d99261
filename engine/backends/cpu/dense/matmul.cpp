// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/matmul.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/backends/cpu/dense/gemv.h"
#include "engine/backends/cpu/dense/narrow_matmul.h"
#include "engine/backends/cpu/dense/one_openmp_thread.h"
#include "engine/backends/cpu/dense/panel_matmul.h"
#include "engine/backends/cpu/dense/partial_sums.h"
#include "engine/base/error.h"
#include "engine/runtime/signal_stack.h"
#include "engine/runtime/thread_pool.h"

#ifdef NGRAPH_HAVE_DNNL
#include <oneapi/dnnl/dnnl.h>
#endif
#ifdef NGRAPH_HAVE_EIGEN
#include <Eigen/Core>
#endif

namespace ng {
namespace {

template <class T>
struct Operands {
  const T *a, *b;
  T* c;
  std::int64_t lda, ldb;
};

// A block of C.
struct Block {
  std::int64_t row, rows, column, columns;
};

// The operands of one block.
template <class T>
Operands<T> operands_of(const Matmul& p, Operands<T> o, const Block& block) {
  o.a += p.transpose_a ? block.row : block.row * o.lda;
  o.b += p.transpose_b ? block.column * o.ldb : block.column;
  o.c += block.row * p.n + block.column;
  return o;
}

template <class T>
void plain_block(const Matmul& p, const Operands<T>& o, const Block& block) {
  constexpr std::int64_t stretch = 256;  // length of a chain of additions
  const T alpha = static_cast<T>(p.alpha);
  std::vector<T> sums(static_cast<std::size_t>(block.columns));
  for (std::int64_t i = 0; i < block.rows; ++i) {
    T* c = o.c + i * p.n;
    if (!p.accumulate) std::fill_n(c, block.columns, T(0));
    for (std::int64_t begin = 0; begin < p.k; begin += stretch) {
      std::fill(sums.begin(), sums.end(), T(0));
      for (std::int64_t k = begin; k < std::min(p.k, begin + stretch); ++k) {
        const T a = alpha * (p.transpose_a ? o.a[k * o.lda + i] : o.a[i * o.lda + k]);
        for (std::int64_t j = 0; j < block.columns; ++j) {
          const T b = p.transpose_b ? o.b[j * o.ldb + k] : o.b[k * o.ldb + j];
          sums[static_cast<std::size_t>(j)] += a * b;
        }
      }
      for (std::int64_t j = 0; j < block.columns; ++j) c[j] += sums[static_cast<std::size_t>(j)];
    }
  }
}

#ifdef NGRAPH_HAVE_EIGEN
template <class T>
void eigen_block(const Matmul& p, const Operands<T>& o, const Block& block) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Stride = Eigen::OuterStride<>;
  using Map = Eigen::Map<const Matrix, 0, Stride>;
  const std::int64_t rows = block.rows, columns = block.columns;
  Eigen::Map<Matrix, 0, Stride> c(o.c, rows, columns, Stride(p.n));
  const Map a(o.a, p.transpose_a ? p.k : rows, p.transpose_a ? rows : p.k, Stride(o.lda));
  const Map b(o.b, p.transpose_b ? columns : p.k, p.transpose_b ? p.k : columns, Stride(o.ldb));
  const auto store = [&](const auto& product) {
    if (p.accumulate) {
      c.noalias() += static_cast<T>(p.alpha) * product;
    } else {
      c.noalias() = product;
    }
  };
  if (p.transpose_a && p.transpose_b) store(a.transpose() * b.transpose());
  if (p.transpose_a && !p.transpose_b) store(a.transpose() * b);
  if (!p.transpose_a && p.transpose_b) store(a * b.transpose());
  if (!p.transpose_a && !p.transpose_b) store(a * b);
}
#endif

#ifdef NGRAPH_HAVE_DNNL
void dnnl_block(const Matmul& p, const Operands<float>& o, const Block& block) {
  one_openmp_thread();
  ensure_signal_stack();
  const dnnl_status_t status = dnnl_sgemm(
      p.transpose_a ? 'T' : 'N', p.transpose_b ? 'T' : 'N', block.rows, block.columns, p.k,
      static_cast<float>(p.alpha), o.a, o.lda, o.b, o.ldb, p.accumulate ? 1.0f : 0.0f, o.c, p.n);
  check(status == dnnl_success, "oneDNN refused a matmul");
}
#endif

enum class Library { onednn, eigen, plain };

bool has(Library library, DType dtype) {
#ifdef NGRAPH_HAVE_DNNL
  if (library == Library::onednn) return dtype == DType::f32;
#endif
#ifdef NGRAPH_HAVE_EIGEN
  if (library == Library::eigen) return true;
#endif
  (void)dtype;
  return library == Library::plain;
}

// The first available library, starting at NGRAPH_DOT=onednn|eigen|plain if set.
Library library_for(DType dtype) {
  const char* chosen = std::getenv("NGRAPH_DOT");
  const std::string_view wanted = chosen ? chosen : "";
  const bool skip_onednn = wanted == "eigen" || wanted == "plain";
  if (!skip_onednn && has(Library::onednn, dtype)) return Library::onednn;
  if (wanted != "plain" && has(Library::eigen, dtype)) return Library::eigen;
  return Library::plain;
}

template <class T>
void make_block(Library library, const Matmul& p, const Operands<T>& all, const Block& block) {
  const Operands<T> o = operands_of(p, all, block);
#ifdef NGRAPH_HAVE_DNNL
  if constexpr (std::is_same_v<T, float>) {
    if (library == Library::onednn) return dnnl_block(p, o, block);
  }
#endif
#ifdef NGRAPH_HAVE_EIGEN
  if (library == Library::eigen) return eigen_block(p, o, block);
#endif
  (void)library;
  plain_block(p, o, block);
}

// Number of blocks of C. Small blocks are slow, because libraries copy operands for each.
struct Grid {
  std::int64_t rows = 1, columns = 1;
};

// Number of blocks that keep the threads busy. Depends on the sizes only: libraries choose the
// order of summation by block size, so a partition by the number of threads would change results.
std::int64_t wanted_blocks(std::int64_t flops) {
  if (flops < shared_out_flops) return 1;
  constexpr int two = 28;  // two blocks below 2^28 FLOP, twice as many per 16 times the work
  const int log = std::bit_width(static_cast<std::uint64_t>(flops)) - 1;
  return std::int64_t{2} << std::clamp((log - two + 4) / 4, 0, 5);
}

Grid grid_of(const Matmul& p, bool whole_rows) {
  constexpr std::int64_t least_rows = 16, least_columns = 128;
  const std::int64_t wanted = wanted_blocks(p.flops());
  Grid grid;
  while (grid.rows * grid.columns < wanted) {
    const std::int64_t rows = p.m / grid.rows, columns = p.n / grid.columns;
    const bool by_rows = rows >= 2 * least_rows,
               by_columns = !whole_rows && columns >= 2 * least_columns;
    if (!by_rows && !by_columns) break;
    (by_rows && (rows >= columns || !by_columns) ? grid.rows : grid.columns) *= 2;
  }
  return grid;
}

// For a small C with large k, parts are ranges of k. Empty for other matmuls.
std::optional<PartialSums> sums_by_depth(const Matmul& p) {
  constexpr std::int64_t most_elements = 4096, least_depth = 2048;
  const std::int64_t elements = p.m * p.n;
  const std::int64_t wanted = std::min(p.k / least_depth, 2 * elements * p.k / shared_out_flops);
  const bool fits = p.dtype == DType::f32 && elements <= most_elements && wanted >= 2;
  return fits ? std::optional<PartialSums>({elements, wanted}) : std::nullopt;
}

void by_depth(const Matmul& p, Library library, const Operands<float>& o,
              const PartialSums& partial, float* memory) {
  partial.make(memory, [&](std::int64_t part, std::int64_t parts, float* sums) {
    const std::int64_t begin = p.k * part / parts, end = p.k * (part + 1) / parts;
    Matmul own = p;
    own.k = end - begin;
    own.accumulate = false;
    own.alpha = 1;
    Operands<float> from = o;
    from.a += p.transpose_a ? begin * o.lda : begin;
    from.b += p.transpose_b ? begin : begin * o.ldb;
    from.c = sums;
    make_block(library, own, from, {0, p.m, 0, p.n});
  });
  const auto alpha = static_cast<float>(p.alpha);
  for (std::int64_t i = 0; i < p.m * p.n; ++i) {
    o.c[i] = p.accumulate ? o.c[i] + alpha * memory[i] : memory[i];
  }
}

template <class T>
void split(const Matmul& p, const std::byte* a, const std::byte* b, std::byte* c,
           StepScratch& scratch, const RowsMade& rows_made) {
  const Operands<T> o{reinterpret_cast<const T*>(a), reinterpret_cast<const T*>(b),
                      reinterpret_cast<T*>(c), p.transpose_a ? p.m : p.k,
                      p.transpose_b ? p.k : p.n};
  const Library library = library_for(p.dtype);
  const Grid grid = grid_of(p, rows_made != nullptr);
  const auto make = [&](std::int64_t part) {
    const std::int64_t i = part / grid.columns, j = part % grid.columns;
    const std::int64_t row = p.m * i / grid.rows, column = p.n * j / grid.columns;
    const Block block{row, p.m * (i + 1) / grid.rows - row, column,
                      p.n * (j + 1) / grid.columns - column};
    make_block(library, p, o, block);
    if (rows_made) rows_made(block.row, block.rows);
  };
  const std::int64_t parts = grid.rows * grid.columns;
  if constexpr (std::is_same_v<T, float>) {
    if (const auto partial = sums_by_depth(p)) {
      by_depth(p, library, o, *partial, scratch.floats(partial->bytes()));
      if (rows_made) rows_made(0, p.m);
      return;
    }
  }
  if (parts == 1) return make(0);
  ThreadPool::shared().parallel_for(static_cast<int>(parts), make);
}

}  // namespace

void share_rows(std::int64_t rows, const RowsMade& rows_made) {
  constexpr std::int64_t least_rows = 16, most_parts = 64;
  const std::int64_t parts = std::clamp<std::int64_t>(rows / least_rows, 1, most_parts);
  if (parts == 1) return rows_made(0, rows);
  ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](std::int64_t part) {
    const std::int64_t begin = rows * part / parts, end = rows * (part + 1) / parts;
    rows_made(begin, end - begin);
  });
}

void gemm_block(const Matmul& matmul, const float* a, std::int64_t lda, const float* b,
                std::int64_t ldb, float* c) {
  make_block(library_for(DType::f32), matmul, Operands<float>{a, b, c, lda, ldb},
             {0, matmul.m, 0, matmul.n});
}

void gemm(const Matmul& matmul, const std::byte* a, const std::byte* b, std::byte* c,
          StepScratch& scratch, const RowsMade& rows_made) {
  if (is_panel_matmul(matmul)) {
    const PanelMatmul one{&matmul, reinterpret_cast<const float*>(a),
                          reinterpret_cast<const float*>(b), reinterpret_cast<float*>(c)};
    return panel_gemm({&one, 1}, scratch, rows_made);
  }
  if (is_narrow(matmul)) {
    narrow_gemm(matmul, a, b, c, scratch);
    if (rows_made) share_rows(matmul.m, rows_made);
    return;
  }
  if (is_gemv(matmul)) {
    gemv(matmul, reinterpret_cast<const float*>(a), reinterpret_cast<const float*>(b),
         reinterpret_cast<float*>(c), scratch);
    if (rows_made) rows_made(0, matmul.m);
    return;
  }
  if (matmul.dtype == DType::f64) return split<double>(matmul, a, b, c, scratch, rows_made);
  split<float>(matmul, a, b, c, scratch, rows_made);
}

std::int64_t matmul_scratch(const Matmul& matmul) {
  if (is_panel_matmul(matmul)) return panel_scratch(matmul);
  if (is_narrow(matmul)) return narrow_scratch(matmul);
  if (is_gemv(matmul)) return gemv_scratch(matmul);
  const auto partial = sums_by_depth(matmul);
  return partial ? partial->bytes() : 0;
}

std::string matmul_library(DType dtype) {
  switch (library_for(dtype)) {
    case Library::onednn: return "oneDNN";
    case Library::eigen: return "Eigen";
    case Library::plain: break;
  }
  return "plain loops";
}

std::string matmul_library(const Matmul& matmul) {
  const bool own = is_panel_matmul(matmul) || is_gemv(matmul) || is_integer(matmul.dtype);
  return own ? "engine loops"
             : matmul_library(matmul.dtype == DType::f64 ? DType::f64 : DType::f32);
}

}  // namespace ng
