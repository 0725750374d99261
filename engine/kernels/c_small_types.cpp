// SPDX-License-Identifier: Apache-2.0
// Text of half and bfloat16 as structs that convert to and from float, and of saturating integer
// conversions, for CPU and GPU. Rounds to nearest even and keeps denormals.
// With the processor's conversions of half where the compiler has them: they can be vectorised.
#include "engine/kernels/cpp_prelude_parts.h"

namespace ng::kernel {

const char* c_small_types() {
  return R"(
#if defined(__F16C__) && defined(__clang__) && __clang_major__ >= 15
#define NG_HAS_HALF
NG_PLAIN float ng_half_value(unsigned short h) { return (float)__builtin_bit_cast(_Float16, h); }
NG_PLAIN unsigned short ng_half_bits(float x) { return __builtin_bit_cast(unsigned short, (_Float16)x); }
#else
NG_PLAIN float ng_half_value(unsigned short h) {
  unsigned bits = (unsigned)(h & 0x7fff) << 13;
  const unsigned exponent = bits & 0x0f800000u;
  bits += 0x38000000u;
  if (exponent == 0x0f800000u) bits += 0x38000000u;
  float value = ng_float_of(bits);
  if (exponent == 0) value = ng_float_of(bits + 0x00800000u) - ng_float_of(0x38800000u);
  return (h & 0x8000) ? -value : value;
}
NG_PLAIN unsigned short ng_half_bits(float x) {
  const unsigned all = ng_word_of(x), bits = all & 0x7fffffffu;
  unsigned h;
  if (bits >= 0x47800000u) h = bits > 0x7f800000u ? 0x7e00u : 0x7c00u;
  else if (bits < 0x38800000u) h = ng_word_of(ng_float_of(bits) + 0.5f) - 0x3f000000u;
  else h = (bits + 0xc8000fffu + ((bits >> 13) & 1u)) >> 13;
  return (unsigned short)(h | ((all >> 16) & 0x8000u));
}
#endif
// To odd: what is cut off stays visible, so that rounding to half or bfloat16 next is right.
NG_PLAIN float ng_to_odd(double x) {
  const float near = (float)x;
  if ((double)near == x || x != x) return near;
  unsigned bits = ng_word_of(near);
  if ((double)near > x ? x > 0 : x < 0) bits -= 1;
  return ng_float_of(bits | 1u);
}
NG_PLAIN unsigned short ng_bf16_bits(float x) {
  const unsigned bits = ng_word_of(x), rounded = bits + 0x7fffu + ((bits >> 16) & 1u);
  return (unsigned short)((x != x ? bits | 0x400000u : rounded) >> 16);
}
struct ng_half {
  unsigned short bits;
  NG_MEMBER ng_half() {}
  NG_MEMBER explicit ng_half(float x) : bits(ng_half_bits(x)) {}
  NG_MEMBER explicit ng_half(double x) : bits(ng_half_bits(ng_to_odd(x))) {}
  NG_MEMBER operator float() const { return ng_half_value(bits); }
};
struct ng_bf16 {
  unsigned short bits;
  NG_MEMBER ng_bf16() {}
  NG_MEMBER explicit ng_bf16(float x) : bits(ng_bf16_bits(x)) {}
  NG_MEMBER explicit ng_bf16(double x) : bits(ng_bf16_bits(ng_to_odd(x))) {}
  NG_MEMBER operator float() const { return ng_float_of((unsigned)bits << 16); }
};
// An integer of size `x` as a float type, rounded once. To half and bfloat16 through a double, whose
// last bit says whether something was cut off.
template <class T> struct ng_integer_as {
  static NG_MEMBER T of(unsigned long long x, bool negative) { return negative ? -(T)x : (T)x; }
};
template <class T> struct ng_integer_as_small {
  static NG_MEMBER T of(unsigned long long x, bool negative) {
    if (x >> 53) x = (x & ~0xfffull) | ((x & 0xfffull) ? 0x1000ull : 0);
    return (T)(negative ? -(double)x : (double)x);
  }
};
template <> struct ng_integer_as<ng_half> : ng_integer_as_small<ng_half> {};
template <> struct ng_integer_as<ng_bf16> : ng_integer_as_small<ng_bf16> {};
template <class T, class I> NG_PLAIN T ng_nearest(I x) {
  const unsigned long long size = (unsigned long long)x;
  return ng_integer_as<T>::of(x < 0 ? 0ull - size : size, x < 0);
}
template <class T> NG_PLAIN T ng_whole(double x) {
  const bool has_sign = (T)-1 < (T)0;
  const unsigned long long top = has_sign ? (1ull << (8 * sizeof(T) - 1)) - 1 : ~0ull >> (64 - 8 * sizeof(T));
  const T high = (T)top, low = has_sign ? (T)(-(long long)top - 1) : (T)0;
  if (x != x) return (T)0;
  return x >= (double)high ? high : x <= (double)low ? low : (T)x;
}
)";
}

// Loads, stores and rounding in lanes of float, each as the conversion of single elements. Without
// conversions of vectors, half is converted lane by lane.
const char* cpp_half_functions() {
  return R"(
typedef unsigned vu __attribute__((vector_size(VECTOR_BYTES)));
typedef unsigned short vh __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef unsigned short vh_any __attribute__((vector_size(VECTOR_BYTES / 2), aligned(2), may_alias));
#ifdef NG_HAS_HALF
typedef _Float16 vh_value __attribute__((vector_size(VECTOR_BYTES / 2)));
// In a register, because comparisons and choices would be narrowed to half and done lane by lane.
NG vf ng_kept(vf x) { asm("" : "+v"(x)); return x; }
NG vf ng_half_values(vh bits) { return ng_kept(__builtin_convertvector(ng_bits<vh_value>(bits), vf)); }
NG vh ng_half_bits(vf x) { return ng_bits<vh>(__builtin_convertvector(ng_kept(x), vh_value)); }
#else
NG vf ng_half_values(vh bits) { vf r; for (int i = 0; i < vf_lanes; ++i) r[i] = ng_half_value(bits[i]); return r; }
NG vh ng_half_bits(vf x) { vh r; for (int i = 0; i < vf_lanes; ++i) r[i] = ng_half_bits(x[i]); return r; }
#endif
NG vf ng_bf16_values(vh bits) { return ng_bits<vf>(__builtin_convertvector(bits, vu) << 16); }
NG vu ng_bf16_words(vf x) {
  const vu bits = ng_bits<vu>(x), rounded = bits + 0x7fffu + ((bits >> 16) & 1u);
  const vu nan = ng_bits<vu>(ng_mask(x != x, x));
  return (nan & (bits | 0x400000u)) | (~nan & rounded);
}
NG vh ng_bf16_bits(vf x) { return __builtin_convertvector(ng_bf16_words(x) >> 16, vh); }
NG vf ng_round_to_half(vf x) { return ng_half_values(ng_half_bits(x)); }
NG vf ng_round_to_bf16(vf x) { return ng_bits<vf>(ng_bf16_words(x) & 0xffff0000u); }
NG vf ng_load(const ng_half* p) { return ng_half_values(*(const vh_any*)p); }
NG vf ng_load(const ng_bf16* p) { return ng_bf16_values(*(const vh_any*)p); }
NG void ng_store(ng_half* p, vf x) { *(vh_any*)p = ng_half_bits(x); }
NG void ng_store(ng_bf16* p, vf x) { *(vh_any*)p = ng_bf16_bits(x); }
NG vf ng_gather(const ng_half* p, long s) { vh r; for (int i = 0; i < vf_lanes; ++i) r[i] = p[i * s].bits; return ng_half_values(r); }
NG vf ng_gather(const ng_bf16* p, long s) { vh r; for (int i = 0; i < vf_lanes; ++i) r[i] = p[i * s].bits; return ng_bf16_values(r); }
NG void ng_scatter(ng_half* p, long s, vf x) { const vh h = ng_half_bits(x); for (int i = 0; i < vf_lanes; ++i) p[i * s].bits = h[i]; }
NG void ng_scatter(ng_bf16* p, long s, vf x) { const vh h = ng_bf16_bits(x); for (int i = 0; i < vf_lanes; ++i) p[i * s].bits = h[i]; }
)";
}

}  // namespace ng::kernel
