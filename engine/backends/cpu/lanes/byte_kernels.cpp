// SPDX-License-Identifier: Apache-2.0
// Compiled once per width, and with the instructions for dot products of bytes (NGRAPH_VNNI).
#include "engine/backends/cpu/lanes/byte_kernels.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "engine/backends/cpu/lanes/lane_vectors.h"

namespace ng {
namespace NGRAPH_WIDTH {

using Words = std::int32_t __attribute__((vector_size(lanes * 4)));
using Halves = std::int16_t __attribute__((vector_size(lanes * 4)));
using Unsigned = std::uint16_t __attribute__((vector_size(lanes * 4)));
typedef std::int32_t LooseWords __attribute__((vector_size(lanes * 4), aligned(1), may_alias));
typedef std::int32_t LooseWord __attribute__((aligned(1), may_alias));

inline Words load_words(const void* from) {
  return *reinterpret_cast<const LooseWords*>(from);
}

#ifdef NGRAPH_VNNI

// Four unsigned bytes of each lane.
struct Left {
  Left() = default;
  explicit Left(Words bytes) : all(bytes) {}
  Words all;
};
// Four signed bytes of each lane.
using Right = Left;

inline Words add_products(Words sum, const Left& a, const Right& b) {
  return Words(_mm512_dpbusd_epi32(__m512i(sum), __m512i(a.all), __m512i(b.all)));
}

constexpr int tile_rows = 6, tile_vectors = 4, window_rows = 14;

#else

// The even and the odd bytes of each lane, widened: products of pairs then fit into 32 bits.
struct Left {
  Left() = default;
  explicit Left(Words bytes) : even(Halves(bytes) & 0xff), odd(Halves(Unsigned(bytes) >> 8)) {}
  Halves even, odd;
};
struct Right {
  Right() = default;
  explicit Right(Words bytes) : even(Halves(Unsigned(bytes) << 8) >> 8), odd(Halves(bytes) >> 8) {}
  Halves even, odd;
};

// The sums of the products of neighbours.
inline Words paired(Halves x, Halves y) {
#if defined(__AVX512BW__)
  return Words(_mm512_madd_epi16(__m512i(x), __m512i(y)));
#elif defined(__AVX2__)
  return Words(_mm256_madd_epi16(__m256i(x), __m256i(y)));
#elif defined(__SSE2__)
  return Words(_mm_madd_epi16(__m128i(x), __m128i(y)));
#else
  using Bits = std::uint32_t __attribute__((vector_size(lanes * 4)));
  const Words low_x = Words(Bits(x) << 16) >> 16, low_y = Words(Bits(y) << 16) >> 16;
  return low_x * low_y + (Words(x) >> 16) * (Words(y) >> 16);
#endif
}

inline Words add_products(Words sum, const Left& a, const Right& b) {
  return sum + (paired(a.even, b.even) + paired(a.odd, b.odd));
}

constexpr int tile_rows = lanes == 4 ? 2 : 4, tile_vectors = lanes == 8 ? 2 : 4;
constexpr int window_rows = lanes == 16 ? 8 : 4;

#endif

// Vectors of unsigned elements add without overflow.
using Sums = std::uint32_t __attribute__((vector_size(lanes * 4)));

template <int Rows>
void byte_tile(const ByteKernels::Tile& t) {
  Words sum[Rows][tile_vectors];
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < tile_vectors; ++v) {
      Sums base = Sums(load_words(t.of_columns + v * lanes)) + std::uint32_t(t.of_rows[r]);
      if (t.add) base += Sums(load_words(t.c + r * t.c_stride + v * lanes));
      sum[r][v] = Words(base);
    }
  }
  const std::uint8_t* a = t.a;
  const std::int8_t* b = t.b;
  for (std::int64_t g = 0; g < t.groups; ++g, a += 4, b += 4 * tile_vectors * lanes) {
    Right right[tile_vectors];
#pragma GCC unroll 4
    for (int v = 0; v < tile_vectors; ++v) right[v] = Right(load_words(b + 4 * v * lanes));
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r) {
      const std::int32_t four = *reinterpret_cast<const LooseWord*>(a + r * t.a_stride);
      const Left left(four - Words{});
#pragma GCC unroll 4
      for (int v = 0; v < tile_vectors; ++v) {
        sum[r][v] = add_products(sum[r][v], left, right[v]);
      }
    }
  }
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < tile_vectors; ++v) {
      *reinterpret_cast<LooseWords*>(t.c + r * t.c_stride + v * lanes) = sum[r][v];
    }
  }
}

template <int Rows, int Vectors>
void byte_window(const ByteKernels::Window& w) {
  Words sum[Rows][Vectors];
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) sum[r][v] = w.base[r] - Words{};
  }
  const std::int32_t* filters = w.filters;
  for (std::int64_t i = 0; i < w.count; ++i, filters += Rows) {
    const std::uint32_t* const x = w.source + w.offsets[i];
    Left left[Vectors];
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) left[v] = Left(load_words(x + v * lanes));
#pragma GCC unroll 14
    for (int r = 0; r < Rows; ++r) {
      const Right right(filters[r] - Words{});
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) sum[r][v] = add_products(sum[r][v], left[v], right);
    }
  }
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) {
      *reinterpret_cast<LooseWords*>(w.c + r * w.c_stride + v * lanes) = sum[r][v];
    }
  }
}

template <int Rows, int Vectors>
constexpr auto window_of() -> void (*)(const ByteKernels::Window&) {
  if constexpr (Rows <= window_rows) return byte_window<Rows, Vectors>;
  return nullptr;
}

#define NGRAPH_WINDOW(R) {window_of<R, 1>(), window_of<R, 2>()}

template <int Rows>
constexpr auto tile_of() -> void (*)(const ByteKernels::Tile&) {
  if constexpr (Rows <= tile_rows) return byte_tile<Rows>;
  return nullptr;
}

extern const ByteKernels of_bytes;
constinit const ByteKernels of_bytes = {
    tile_rows,
    tile_vectors* lanes,
    {tile_of<1>(), tile_of<2>(), tile_of<3>(), tile_of<4>(), tile_of<5>(), tile_of<6>()},
    lanes,
    window_rows,
    {NGRAPH_WINDOW(1), NGRAPH_WINDOW(2), NGRAPH_WINDOW(3), NGRAPH_WINDOW(4), NGRAPH_WINDOW(5),
     NGRAPH_WINDOW(6), NGRAPH_WINDOW(7), NGRAPH_WINDOW(8), NGRAPH_WINDOW(9), NGRAPH_WINDOW(10),
     NGRAPH_WINDOW(11), NGRAPH_WINDOW(12), NGRAPH_WINDOW(13), NGRAPH_WINDOW(14)}};

}  // namespace NGRAPH_WIDTH
}  // namespace ng
