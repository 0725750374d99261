// SPDX-License-Identifier: Apache-2.0
// Compiled once per width. Without the processor's conversions, float16 is converted by its bits.
#include "engine/backends/cpu/lanes/half_kernels.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "engine/backends/cpu/lanes/lane_vectors.h"

namespace ng {
namespace NGRAPH_WIDTH {

inline std::uint32_t bits_of(float x) {
  return __builtin_bit_cast(std::uint32_t, x);
}
inline float float_of(std::uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}

// The exponent is moved; that of denormals by a subtraction, which normalises them.
inline float f16_value(std::uint16_t half) {
  std::uint32_t bits = std::uint32_t(half & 0x7fff) << 13;
  const std::uint32_t exponent = bits & 0x0f800000u;
  bits += exponent == 0x0f800000u ? 0x70000000u : 0x38000000u;
  const float normal = float_of(bits);
  const float small = float_of(bits + 0x00800000u) - float_of(0x38800000u);
  const float size = exponent == 0 ? small : normal;
  return float_of(bits_of(size) | std::uint32_t(half & 0x8000) << 16);
}

// Denormals are rounded by the addition of 0.5, whose last bit has their unit.
inline std::uint16_t f16_bits(float x) {
  const std::uint32_t all = bits_of(x), size = all & 0x7fffffffu;
  const std::uint32_t large = size > 0x7f800000u ? 0x7e00u | ((size >> 13) & 0x3ffu) : 0x7c00u;
  const std::uint32_t small = bits_of(float_of(size) + 0.5f) - 0x3f000000u;
  const std::uint32_t normal = (size + 0xc8000fffu + ((size >> 13) & 1u)) >> 13;
  const std::uint32_t half = size >= 0x47800000u ? large : size < 0x38800000u ? small : normal;
  return std::uint16_t(half | ((all >> 16) & 0x8000u));
}

inline std::uint16_t bf16_bits(float x) {
  const std::uint32_t bits = bits_of(x);
  const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
  const std::uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return std::uint16_t(is_nan ? (bits >> 16) | 0x40u : rounded);
}

void from_f16(const std::uint16_t* from, std::int64_t count, float* to) {
  std::int64_t i = 0;
#if defined(__AVX512F__)
  for (; i + 16 <= count; i += 16) {
    const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(from + i));
    _mm512_storeu_ps(to + i, _mm512_maskz_cvtph_ps(0xffff, halves));
  }
#elif defined(__F16C__)
  for (; i + 8 <= count; i += 8) {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i_u*>(from + i));
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(halves));
  }
#endif
  for (; i < count; ++i) to[i] = f16_value(from[i]);
}

void to_f16(const float* from, std::int64_t count, std::uint16_t* to) {
  std::int64_t i = 0;
#if defined(__AVX512F__)
  for (; i + 16 <= count; i += 16) {
    const __m256i halves =
        _mm512_maskz_cvtps_ph(0xffff, _mm512_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT);
    _mm256_storeu_si256(reinterpret_cast<__m256i_u*>(to + i), halves);
  }
#elif defined(__F16C__)
  for (; i + 8 <= count; i += 8) {
    const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i_u*>(to + i), halves);
  }
#endif
  for (; i < count; ++i) to[i] = f16_bits(from[i]);
}

void from_bf16(const std::uint16_t* from, std::int64_t count, float* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = float_of(std::uint32_t(from[i]) << 16);
}

void to_bf16(const float* from, std::int64_t count, std::uint16_t* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = bf16_bits(from[i]);
}

extern const HalfKernels of_halves;
constinit const HalfKernels of_halves = {from_f16, from_bf16, to_f16, to_bf16};

}  // namespace NGRAPH_WIDTH
}  // namespace ng
