/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of float32 and float64. */

typedef float ngr_vf __attribute__((vector_size(NGR_VECTOR_BYTES)));
typedef double ngr_vd __attribute__((vector_size(NGR_VECTOR_BYTES)));
typedef int32_t ngr_vi __attribute__((vector_size(NGR_VECTOR_BYTES)));
enum { ngr_lanes = NGR_VECTOR_BYTES / 4 };
#if NGR_VECTOR_BYTES == 64
#define NGR_EVEN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#elif NGR_VECTOR_BYTES == 32
#define NGR_EVEN 0, 2, 4, 6, 8, 10, 12, 14
#else
#define NGR_EVEN 0, 2, 4, 6
#endif

static inline ngr_vf ngr_load_lanes(const float* from) {
  ngr_vf value;
  memcpy(&value, from, sizeof value);
  return value;
}
static inline void ngr_store_lanes(float* to, ngr_vf value) {
  memcpy(to, &value, sizeof value);
}

/* `a` where the mask is set, else `b`. */
static inline ngr_vf ngr_select(ngr_vi mask, ngr_vf a, ngr_vf b) {
  return (ngr_vf)((mask & (ngr_vi)a) | (~mask & (ngr_vi)b));
}

/* Lanes of every element, or of every second one. */
static inline ngr_vf ngr_strided(const float* from, int64_t stride) {
  const ngr_vf first = ngr_load_lanes(from);
  if (stride == 1) return first;
  return __builtin_shufflevector(first, ngr_load_lanes(from + ngr_lanes), NGR_EVEN);
}
