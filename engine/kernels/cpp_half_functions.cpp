// SPDX-License-Identifier: Apache-2.0
// Functions of kernel text for half and bfloat16 in lanes of float: loads, stores and rounding,
// each as the conversion of single elements. Without conversions of vectors, half is converted lane
// by lane.
#include "engine/kernels/cpp_prelude_parts.h"

namespace ng::kernel {

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
