// SPDX-License-Identifier: Apache-2.0
// Vectors of NGRAPH_LANES floats, in a namespace of that width. Must not include inline functions
// that the linker could share with code for older processors.
#pragma once

#include <cstdint>

#if defined(__AVX512F__) && NGRAPH_LANES == 16
#define NGRAPH_MASKS
#include <immintrin.h>
#elif defined(__AVX2__) && NGRAPH_LANES == 8
#include <immintrin.h>
#endif

#define NGRAPH_JOIN(a, b) a##b
#define NGRAPH_NAME(a, b) NGRAPH_JOIN(a, b)
#ifdef NGRAPH_VNNI
#define NGRAPH_WIDTH NGRAPH_NAME(lanes_vnni_, NGRAPH_LANES)
#else
#define NGRAPH_WIDTH NGRAPH_NAME(lanes_, NGRAPH_LANES)
#endif

namespace ng::NGRAPH_WIDTH {

constexpr int lanes = NGRAPH_LANES;
constexpr int stretch = 256;  // length of a chain of additions, so that rounding errors stay small
using Vector = float __attribute__((vector_size(lanes * 4)));
// A typedef, because Clang drops the alignment from a using alias and would emit aligned loads.
typedef float Loose __attribute__((vector_size(lanes * 4), aligned(4), may_alias));
static_assert(alignof(Loose) == alignof(float));

inline Vector load(const float* from) {
  return *reinterpret_cast<const Loose*>(from);
}
inline void store(float* to, Vector value) {
  *reinterpret_cast<Loose*>(to) = value;
}

// In whole vectors: writes past the end.
inline void fill(float* to, std::int64_t count, float value) {
  for (std::int64_t i = 0; i < count; i += lanes) store(to + i, value - Vector{});
}

// Loads the first `count` elements; the others are 0. Counts beyond the vector mean all.
inline Vector load_some(const float* from, std::int64_t count) {
  if (count >= lanes) return load(from);
#ifdef NGRAPH_MASKS
  return _mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << count) - 1), from);
#else
  Vector value{};
  for (std::int64_t i = 0; i < count; ++i) value[i] = from[i];
  return value;
#endif
}
// The same for several loads with the same lanes.
#ifdef NGRAPH_MASKS
using Mask = __mmask16;
inline Mask first_lanes(std::int64_t count) {
  return static_cast<Mask>(count >= lanes ? 0xffff : (1u << count) - 1);
}
inline Vector load_lanes(const float* from, Mask mask) {
  return _mm512_maskz_loadu_ps(mask, from);
}
#else
using Mask = std::int64_t;
inline Mask first_lanes(std::int64_t count) {
  return count;
}
inline Vector load_lanes(const float* from, Mask count) {
  return load_some(from, count);
}
#endif

// Stores the first `count` elements; counts beyond the vector mean all.
inline void store_some(float* to, Vector value, std::int64_t count) {
  if (count >= lanes) return store(to, value);
#ifdef NGRAPH_MASKS
  _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1u << count) - 1), value);
#else
  for (std::int64_t i = 0; i < count; ++i) to[i] = value[i];
#endif
}

// Lanes [begin, end), as far as there are such.
#ifdef NGRAPH_MASKS
using Span = __mmask16;
inline Span span(std::int64_t begin, std::int64_t end) {
  const unsigned before = begin <= 0 ? 0 : begin >= lanes ? 0xffff : (1u << begin) - 1;
  return static_cast<Span>((end <= 0 ? 0u : first_lanes(end)) & ~before);
}
inline Vector load_span(const float* from, Span span) {
  return _mm512_maskz_loadu_ps(span, from);
}
#elif defined(__AVX2__) && NGRAPH_LANES == 8
using Span = __m256i;
inline Span span(std::int64_t begin, std::int64_t end) {
  const auto within = [](std::int64_t lane) {
    return _mm256_set1_epi32(static_cast<int>(lane < 0 ? 0 : lane > lanes ? lanes : lane));
  };
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_andnot_si256(_mm256_cmpgt_epi32(within(begin), lane),
                             _mm256_cmpgt_epi32(within(end), lane));
}
inline Vector load_span(const float* from, Span span) {
  return _mm256_maskload_ps(from, span);
}
#else
struct Span {
  std::int64_t begin, end;
};
inline Span span(std::int64_t begin, std::int64_t end) {
  return {begin < 0 ? 0 : begin, end > lanes ? lanes : end};
}
// The other lanes are not read, and 0.
inline Vector load_span(const float* from, Span span) {
  if (span.begin == 0 && span.end == lanes) return load(from);
  Vector value{};
  for (std::int64_t i = span.begin; i < span.end; ++i) value[i] = from[i];
  return value;
}
#endif

// The elements of `low` and then `high` with even numbers.
inline Vector even(Vector low, Vector high) {
#if NGRAPH_LANES == 16
  return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28,
                                 30);
#elif NGRAPH_LANES == 8
  return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
#else
  return __builtin_shufflevector(low, high, 0, 2, 4, 6);
#endif
}

// The sum of the lanes, added by halves.
inline float across(Vector value) {
  float part[lanes];
  store(part, value);
#pragma GCC unroll 4
  for (int half = lanes / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) part[i] += part[i + half];
  }
  return part[0];
}

// Defined in lane_sums.cpp; see LaneKernels.
void dot_rows(const float* x, std::int64_t stride, std::int64_t rows, const float* y,
              std::int64_t count, float* results);
void weigh_rows(const float* x, std::int64_t stride, std::int64_t rows, const float* weights,
                std::int64_t width, float* results);

// Defined in lane_matmul.cpp.
using Multiply = void (*)(const float* a, std::int64_t a_stride, const float* b, std::int64_t depth,
                          float* c, std::int64_t c_stride);
extern const Multiply multiply[14];

}  // namespace ng::NGRAPH_WIDTH
