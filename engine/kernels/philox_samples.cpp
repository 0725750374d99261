// SPDX-License-Identifier: Apache-2.0
// Loops over blocks of elements that compilers turn into vectors. This file is compiled without
// contracted operations, so that machines with and without fused ones give the same bits.
#include "engine/kernels/philox_samples.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "engine/kernels/philox.h"

#if defined(__x86_64__)
#define NG_AVX2 __attribute__((target("avx2")))
#if defined(__clang__)  // does not know prefer-vector-width here
#define NG_AVX512 __attribute__((target("avx512f,avx512dq")))
#else
#define NG_AVX512 __attribute__((target("avx512f,avx512dq,prefer-vector-width=512")))
#endif
#endif
#define NG_INLINE inline __attribute__((always_inline))

namespace ng::kernel {
namespace {

constexpr std::size_t lanes = 64;

struct Stream {
  std::uint64_t seed, count;
};

// The first two words of each element.
struct Words {
  std::uint32_t a[lanes], b[lanes];
};

NG_INLINE void draw(const Stream& stream, std::uint64_t first, Words& words) {
  std::uint32_t c0[lanes], c1[lanes], c2[lanes], c3[lanes];
  for (std::size_t i = 0; i < lanes; ++i) {
    c0[i] = static_cast<std::uint32_t>(first + i);
    c1[i] = static_cast<std::uint32_t>((first + i) >> 32);
    c2[i] = static_cast<std::uint32_t>(stream.count);
    c3[i] = static_cast<std::uint32_t>(stream.count >> 32);
  }
  PhiloxKey key{static_cast<std::uint32_t>(stream.seed),
                static_cast<std::uint32_t>(stream.seed >> 32)};
  for (int round = 0; round < philox_rounds; ++round, key = next_key(key)) {
    for (std::size_t i = 0; i < lanes; ++i) philox_round(c0[i], c1[i], c2[i], c3[i], key);
  }
  std::copy(c0, c0 + lanes, words.a);
  std::copy(c1, c1 + lanes, words.b);
}

// 24 bits as an integer, which converts to double in vectors.
NG_INLINE double bits24(std::uint32_t word) {
  return static_cast<double>(static_cast<std::int32_t>(word >> 8));
}

// The logarithm of x / 2^24 for an integer x from 1 to 2^24: of its mantissa m in [sqrt(1/2),
// sqrt(2)) as 2 artanh((m - 1) / (m + 1)), a series of which eleven terms are exact to double.
NG_INLINE double log_of_fraction(double x) {
  constexpr std::uint64_t half = std::uint64_t{1022} << 52, mask = (std::uint64_t{1} << 52) - 1;
  constexpr std::uint64_t magic = std::uint64_t{0x433} << 52;  // 2^52 as bits
  const auto bits = std::bit_cast<std::uint64_t>(x);
  double m = std::bit_cast<double>((bits & mask) | half);  // in [1/2, 1)
  double exponent = std::bit_cast<double>((bits >> 52) | magic) - (0x1p52 + 1022 + 24);
  const bool low = m < std::numbers::sqrt2 / 2;
  m = low ? m + m : m;
  exponent = low ? exponent - 1 : exponent;
  const double s = (m - 1) / (m + 1), z = s * s;
  double series = 1.0 / 23;
  for (int n = 21; n >= 1; n -= 2) series = series * z + 1.0 / n;
  return exponent * std::numbers::ln2 + 2 * s * series;
}

// cos(2 pi t) for t in [0, 1), as 1 - 2 sin(pi t)^2 with the series of the sine to pi / 2.
NG_INLINE double cos_of_turns(double t) {
  const double y = std::numbers::pi * std::min(t, 1 - t), z = y * y;
  double series = 1;
  for (int n = 20; n >= 2; n -= 2) series = 1 - series * z * (1.0 / (n * (n + 1)));
  const double sine = y * series;
  return 1 - 2 * sine * sine;
}

NG_INLINE void block_of_uniforms(const Stream& stream, std::uint64_t first, double* out) {
  Words words;
  draw(stream, first, words);
  for (std::size_t i = 0; i < lanes; ++i) out[i] = bits24(words.a[i]) * 0x1p-24;
}

// The argument of the logarithm is in (0, 1].
NG_INLINE void block_of_normals(const Stream& stream, std::uint64_t first, double* out) {
  Words words;
  draw(stream, first, words);
  for (std::size_t i = 0; i < lanes; ++i) {
    const double size = -2 * log_of_fraction(bits24(words.a[i]) + 1);
    out[i] = std::sqrt(std::max(size, 0.0)) * cos_of_turns(bits24(words.b[i]) * 0x1p-24);
  }
}

using Block = void (*)(const Stream&, std::uint64_t, double*);

void uniforms(const Stream& stream, std::uint64_t first, double* out) {
  block_of_uniforms(stream, first, out);
}
void normals(const Stream& stream, std::uint64_t first, double* out) {
  block_of_normals(stream, first, out);
}

#if defined(NG_AVX2)
NG_AVX2 void uniforms_avx2(const Stream& stream, std::uint64_t first, double* out) {
  block_of_uniforms(stream, first, out);
}
NG_AVX2 void normals_avx2(const Stream& stream, std::uint64_t first, double* out) {
  block_of_normals(stream, first, out);
}
NG_AVX512 void uniforms_avx512(const Stream& stream, std::uint64_t first, double* out) {
  block_of_uniforms(stream, first, out);
}
NG_AVX512 void normals_avx512(const Stream& stream, std::uint64_t first, double* out) {
  block_of_normals(stream, first, out);
}
Block best(Block plain, Block avx2, Block avx512) {
  if (__builtin_cpu_supports("avx512dq")) return avx512;
  return __builtin_cpu_supports("avx2") ? avx2 : plain;
}
Block best_uniforms() {
  return best(uniforms, uniforms_avx2, uniforms_avx512);
}
Block best_normals() {
  return best(normals, normals_avx2, normals_avx512);
}
#else
Block best_uniforms() {
  return uniforms;
}
Block best_normals() {
  return normals;
}
#endif

void fill(Block block, const Stream& stream, std::uint64_t first, std::span<double> out) {
  std::size_t done = 0;
  for (; done + lanes <= out.size(); done += lanes) block(stream, first + done, &out[done]);
  if (done == out.size()) return;
  double last[lanes];
  block(stream, first + done, last);
  std::copy(last, last + (out.size() - done), &out[done]);
}

}  // namespace

void uniform_samples(std::uint64_t seed, std::uint64_t count, std::uint64_t first,
                     std::span<double> out) {
  fill(best_uniforms(), {seed, count}, first, out);
}

void normal_samples(std::uint64_t seed, std::uint64_t count, std::uint64_t first,
                    std::span<double> out) {
  fill(best_normals(), {seed, count}, first, out);
}

}  // namespace ng::kernel
