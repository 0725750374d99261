// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/narrow_matmul.h"

#include <algorithm>

#include "engine/backends/cpu/dense/byte_matmul.h"
#include "engine/backends/cpu/dense/half_matmul.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

template <class To, class From>
To* as(From* memory) {
  return reinterpret_cast<To*>(memory);
}

// Blocks of 4 rows of C, whose elements are unsigned: they wrap.
template <class T>
void whole_gemm(const Matmul& p, const T* a, const T* b, T* c) {
  constexpr std::int64_t rows = 4, most_columns = 512;
  const std::int64_t down = (p.m + rows - 1) / rows;
  const auto make = [&](std::int64_t part) {
    T sums[most_columns];
    for (std::int64_t i = part * rows; i < std::min(p.m, (part + 1) * rows); ++i) {
      for (std::int64_t first = 0; first < p.n; first += most_columns) {
        const std::int64_t columns = std::min(most_columns, p.n - first);
        std::fill_n(sums, columns, T(0));
        for (std::int64_t k = 0; k < p.k; ++k) {
          const T factor = p.transpose_a ? a[k * p.m + i] : a[i * p.k + k];
          for (std::int64_t j = 0; j < columns; ++j) {
            sums[j] += factor * b[p.transpose_b ? (first + j) * p.k + k : k * p.n + first + j];
          }
        }
        std::copy_n(sums, columns, c + i * p.n + first);
      }
    }
  };
  if (p.flops() < shared_out_flops) {
    for (std::int64_t part = 0; part < down; ++part) make(part);
    return;
  }
  ThreadPool::shared().parallel_for(static_cast<int>(down), make);
}

}  // namespace

bool is_narrow(const Matmul& p) {
  return p.dtype != DType::f32 && p.dtype != DType::f64;
}

void narrow_gemm(const Matmul& p, const std::byte* a, const std::byte* b, std::byte* c,
                 StepScratch& scratch) {
  using U8 = const std::uint8_t;
  using U16 = const std::uint16_t;
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  if (p.bytes) return byte_gemm(p, as<U8>(a), as<U8>(b), as<std::int32_t>(c), scratch);
  if (p.dtype == DType::i32) return whole_gemm(p, as<const U32>(a), as<const U32>(b), as<U32>(c));
  if (p.dtype == DType::i64) return whole_gemm(p, as<const U64>(a), as<const U64>(b), as<U64>(c));
  half_gemm(p, as<U16>(a), as<U16>(b), as<std::uint16_t>(c), scratch);
}

std::int64_t narrow_scratch(const Matmul& p) {
  if (p.bytes) return byte_scratch(p);
  return is_float(p.dtype) ? half_scratch(p) : 0;
}

}  // namespace ng
