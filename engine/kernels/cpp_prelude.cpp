// SPDX-License-Identifier: Apache-2.0
// Functions that kernel text uses on the CPU, identical for single elements and vectors, so that a
// value does not depend on whether it was computed in a lane or in the rest of a loop. exp, log and
// tanh use the classic argument reductions with minimax polynomials (Cody and Waite, "Software
// Manual for the Elementary Functions"; coefficients as in Moshier's Cephes), in float to about
// 1 ulp. Infinities, NaN, signed zeros and denormals are handled.
#include "engine/kernels/cpp_prelude_parts.h"
#include "engine/kernels/emit.h"

namespace ng::kernel {
namespace {

constexpr const char* types = R"(typedef float vf __attribute__((vector_size(VECTOR_BYTES)));
typedef int vi __attribute__((vector_size(VECTOR_BYTES)));
typedef double vd __attribute__((vector_size(VECTOR_BYTES)));
typedef long long vl __attribute__((vector_size(VECTOR_BYTES)));
typedef float vf_any __attribute__((vector_size(VECTOR_BYTES), aligned(4), may_alias));
typedef double vd_any __attribute__((vector_size(VECTOR_BYTES), aligned(8), may_alias));
enum { vf_lanes = VECTOR_BYTES / 4, vd_lanes = VECTOR_BYTES / 8 };
// Without line tables of their own: an inlined instruction is the calling line's then, in assembly
// too, where Clang does not say what was inlined where.
#ifdef __clang__
#define NG_INLINE inline __attribute__((always_inline, nodebug))
#else
#define NG_INLINE inline __attribute__((always_inline))
#endif
#define NG static NG_INLINE
#define ng_inff __builtin_inff()
#define ng_nanf __builtin_nanf("")
#define ng_inf __builtin_inf()
#define ng_nan __builtin_nan("")

template <class T> struct of;
template <> struct of<float> { typedef int bits; typedef float one; };
template <> struct of<vf> { typedef vi bits; typedef float one; };
template <> struct of<double> { typedef long long bits; typedef double one; };
template <> struct of<vd> { typedef vl bits; typedef double one; };
template <class B, class T> NG B ng_bits(T x) { B b; __builtin_memcpy(&b, &x, sizeof b); return b; }

NG vf ng_splat(float x) { return x - vf{}; }
NG vd ng_splat_d(double x) { return x - vd{}; }
template <class T> NG T ng_all(typename of<T>::one x) { return x - T{}; }
NG vf ng_load(const float* p) { return *(const vf_any*)p; }
NG vd ng_load(const double* p) { return *(const vd_any*)p; }
NG void ng_store(float* p, vf x) { *(vf_any*)p = x; }
NG void ng_store(double* p, vd x) { *(vd_any*)p = x; }
template <class T> NG void ng_fetch(const T* p) { __builtin_prefetch(p + 2048 / sizeof(T)); }
NG vf ng_gather(const float* p, long s) { vf r; for (int i = 0; i < vf_lanes; ++i) r[i] = p[i * s]; return r; }
NG vd ng_gather(const double* p, long s) { vd r; for (int i = 0; i < vd_lanes; ++i) r[i] = p[i * s]; return r; }
NG void ng_scatter(float* p, long s, vf x) { for (int i = 0; i < vf_lanes; ++i) p[i * s] = x[i]; }
NG void ng_scatter(double* p, long s, vd x) { for (int i = 0; i < vd_lanes; ++i) p[i * s] = x[i]; }

NG int ng_mask(bool b, float) { return b ? -1 : 0; }
NG long long ng_mask(bool b, double) { return b ? -1 : 0; }
NG vi ng_mask(vi m, vf) { return m; }
NG vl ng_mask(vl m, vd) { return m; }
template <class T, class M> NG T ng_pick(M mask, T x, T y) {
  typedef typename of<T>::bits B;
  return ng_bits<T>((mask & ng_bits<B>(x)) | (~mask & ng_bits<B>(y)));
}
#define NG_COMPARE(name, op) template <class T> NG T name(T x, T y) { \
  return ng_pick(ng_mask(x op y, x), ng_all<T>(1), ng_all<T>(0)); }
NG_COMPARE(ng_eq, ==) NG_COMPARE(ng_ne, !=) NG_COMPARE(ng_lt, <)
NG_COMPARE(ng_le, <=) NG_COMPARE(ng_gt, >) NG_COMPARE(ng_ge, >=)
template <class T> NG T ng_select(T c, T x, T y) { return ng_pick(ng_mask(c != ng_all<T>(0), c), x, y); }
template <class T> NG T ng_max(T x, T y) { return ng_pick(ng_mask(x != x, x), x, ng_pick(ng_mask(x > y, x), x, y)); }
template <class T> NG T ng_min(T x, T y) { return ng_pick(ng_mask(x != x, x), x, ng_pick(ng_mask(x < y, x), x, y)); }
template <class T> NG T ng_abs(T x) {
  typedef typename of<T>::bits B;
  return ng_bits<T>(ng_bits<B>(x) & ~ng_bits<B>(ng_all<T>(-0.0)));
}
template <class T> NG T ng_reciprocal(T x) { return ng_all<T>(1) / x; }
NG float ng_sqrt(float x) { return __builtin_sqrtf(x); }
NG double ng_sqrt(double x) { return __builtin_sqrt(x); }
NG vf ng_sqrt(vf x) { for (int i = 0; i < vf_lanes; ++i) x[i] = __builtin_sqrtf(x[i]); return x; }
NG vd ng_sqrt(vd x) { for (int i = 0; i < vd_lanes; ++i) x[i] = __builtin_sqrt(x[i]); return x; }
)";

constexpr const char* functions = R"(
// p times 2 to the power of n: in two steps, since 2^n alone need not be a number.
template <class T, class B> NG T ng_times_power(T p, T, B n) {
  const B half = n >> 1;
  return p * ng_bits<T>((half + 127) << 23) * ng_bits<T>((n - half + 127) << 23);
}
#if VECTOR_BYTES == 64 && defined(__AVX512F__)
NG vf ng_times_power(vf p, vf n, vi) {
  return __builtin_ia32_scalefps512_mask(p, n, vf{}, (unsigned short)-1, 4);
}
#endif
template <class T> NG T ng_exp_float(T x) {
  typedef typename of<T>::bits B;
  x = ng_pick(ng_mask(x > ng_all<T>(89.0f), x), ng_all<T>(89.0f), x);
  x = ng_pick(ng_mask(x < ng_all<T>(-104.0f), x), ng_all<T>(-104.0f), x);
  const T shifted = x * ng_all<T>(1.44269504f) + ng_all<T>(12582912.0f);
  const T n = shifted - ng_all<T>(12582912.0f);
  const T r = (x - n * ng_all<T>(0.693359375f)) - n * ng_all<T>(-2.12194440e-4f);
  // Minimax for |r| <= ln(2) / 2, relative error 3.1e-9.
  T p = ng_all<T>(1.3814599e-3f);
  p = p * r + ng_all<T>(8.368717e-3f);
  p = p * r + ng_all<T>(4.166839e-2f);
  p = p * r + ng_all<T>(1.6666521e-1f);
  p = p * r + ng_all<T>(4.9999994e-1f);
  p = p * r + ng_all<T>(1.0f);
  p = p * r + ng_all<T>(1.0f);
  return ng_times_power(p, n, ng_bits<B>(shifted) - 0x4B400000);
}
template <class T> NG T ng_log_float(T x) {
  typedef typename of<T>::bits B;
  const T tiny = ng_all<T>(1.17549435e-38f);
  const B denormal = ng_mask(x < tiny, x);
  const T scaled = ng_pick(denormal, x * ng_all<T>(8388608.0f), x);
  const B bits = ng_bits<B>(scaled);
  B power = ((bits >> 23) & 255) - 126 - (denormal & 23);
  T m = ng_bits<T>((bits & 0x007fffff) | 0x3f000000);
  const B low = ng_mask(m < ng_all<T>(0.707106781f), m);
  power = power + low;
  m = ng_pick(low, m + m, m) - ng_all<T>(1.0f);
  const T e = ng_from_int(power, m);
  const T z = m * m;
  T p = ng_all<T>(7.0376836292e-2f);
  p = p * m + ng_all<T>(-1.1514610310e-1f);
  p = p * m + ng_all<T>(1.1676998740e-1f);
  p = p * m + ng_all<T>(-1.2420140846e-1f);
  p = p * m + ng_all<T>(1.4249322787e-1f);
  p = p * m + ng_all<T>(-1.6668057665e-1f);
  p = p * m + ng_all<T>(2.0000714765e-1f);
  p = p * m + ng_all<T>(-2.4999993993e-1f);
  p = p * m + ng_all<T>(3.3333331174e-1f);
  T y = m * z * p + e * ng_all<T>(-2.12194440e-4f) - ng_all<T>(0.5f) * z;
  y = m + y + e * ng_all<T>(0.693359375f);
  const T infinity = ng_all<T>(__builtin_inff());
  y = ng_pick(ng_mask(x == infinity, x) | ng_mask(x != x, x), x, y);
  y = ng_pick(ng_mask(x == ng_all<T>(0.0f), x), -infinity, y);
  return ng_pick(ng_mask(x < ng_all<T>(0.0f), x), ng_all<T>(__builtin_nanf("")), y);
}
NG float ng_exp(float x) { return ng_exp_float(x); }
NG vf ng_exp(vf x) { return ng_exp_float(x); }
NG float ng_log(float x) { return ng_log_float(x); }
NG vf ng_log(vf x) { return ng_log_float(x); }
template <class T> NG T ng_tanh_float(T x) {
  const T z = x * x;
  T p = ng_all<T>(-5.70498872745e-3f);
  p = p * z + ng_all<T>(2.06390887954e-2f);
  p = p * z + ng_all<T>(-5.37397155531e-2f);
  p = p * z + ng_all<T>(1.33314422036e-1f);
  p = p * z + ng_all<T>(-3.33332819422e-1f);
  const T small = p * z * x + x;
  const T a = ng_abs(x);
  const T large = ng_all<T>(1.0f) - ng_all<T>(2.0f) * ng_one_over(ng_exp(a + a) + ng_all<T>(1.0f));
  const T with_sign = ng_pick(ng_mask(x < ng_all<T>(0.0f), x), -large, large);
  const T y = ng_pick(ng_mask(a < ng_all<T>(0.625f), a), small, with_sign);
  return ng_pick(ng_mask(x == ng_all<T>(0.0f), x), x, y);
}
NG float ng_tanh(float x) { return ng_tanh_float(x); }
NG vf ng_tanh(vf x) { return ng_tanh_float(x); }
NG double ng_exp(double x) { return __builtin_exp(x); }
NG double ng_log(double x) { return __builtin_log(x); }
NG double ng_tanh(double x) { return __builtin_tanh(x); }
NG vd ng_exp(vd x) { for (int i = 0; i < vd_lanes; ++i) x[i] = __builtin_exp(x[i]); return x; }
NG vd ng_log(vd x) { for (int i = 0; i < vd_lanes; ++i) x[i] = __builtin_log(x[i]); return x; }
NG vd ng_tanh(vd x) { for (int i = 0; i < vd_lanes; ++i) x[i] = __builtin_tanh(x[i]); return x; }
template <class T> NG T ng_sigmoid(T x) { return ng_one_over(ng_all<T>(1) + ng_exp(-x)); }

NG float ng_add2(float x, float y) { return x + y; }
NG double ng_add2(double x, double y) { return x + y; }
NG float ng_multiply2(float x, float y) { return x * y; }
NG double ng_multiply2(double x, double y) { return x * y; }
#define NG_ACROSS(name, fn) \
  NG float name(vf x) { for (int w = vf_lanes / 2; w > 0; w /= 2) for (int i = 0; i < w; ++i) x[i] = fn(x[i], x[i + w]); return x[0]; } \
  NG double name(vd x) { for (int w = vd_lanes / 2; w > 0; w /= 2) for (int i = 0; i < w; ++i) x[i] = fn(x[i], x[i + w]); return x[0]; }
NG_ACROSS(ng_across_add, ng_add2)
NG_ACROSS(ng_across_multiply, ng_multiply2)
NG_ACROSS(ng_across_maximum, ng_max)
NG_ACROSS(ng_across_minimum, ng_min)
)";

constexpr const char* plain_functions = R"(#define NG_PLAIN NG
#define NG_MEMBER NG_INLINE
NG float ng_float_of(unsigned bits) { return ng_bits<float>(bits); }
NG unsigned ng_word_of(float x) { return ng_bits<unsigned>(x); }
)";

// A vector division takes ten times as long as a multiplication.
// ng_over: x / y for a y that all lanes share, by its reciprocal r: q = x r plus the correction
// (x - q y) r, which rounds as division does (Markstein 1990). q is kept where it is 0 or infinite.
// ng_one_over: 1 / x for x >= 1, by one Newton step from the processor's 14 bits, to about 1 ulp.
constexpr const char* quotients = R"(
constexpr int zeros_and_infinities = 0x02 | 0x04 | 0x08 | 0x10;  // of VFPCLASSPS
NG vf ng_over(vf x, float y) {
#ifdef __FMA__
  const float size = __builtin_fabsf(y);
  if (size > 1e-30f && size < 1e30f) {
    const vf d = ng_splat(y), r = ng_splat(1.0f / y), q = x * r;
    const vf nearer = (x - q * d) * r + q;
#if VECTOR_BYTES == 64 && defined(__AVX512DQ__)
    const unsigned short kept = __builtin_ia32_fpclassps512_mask(q, zeros_and_infinities, (unsigned short)-1);
    return ng_pick((vi)__builtin_ia32_cvtmask2d512(kept), q, nearer);
#else
    const vf a = ng_abs(q);
    return ng_pick(ng_mask(a > vf{}, a) & ng_mask(a < ng_splat(ng_inff), a), nearer, q);
#endif
  }
#endif
  return x / ng_splat(y);
}
NG vf ng_over(float x, float y) { return ng_splat(x / y); }
NG vd ng_over(vd x, double y) { return x / ng_splat_d(y); }
NG double ng_one_over(double x) { return 1 / x; }
NG vd ng_one_over(vd x) { return ng_splat_d(1) / x; }
#if VECTOR_BYTES == 64 && defined(__AVX512F__)
NG vf ng_one_over(vf x) {
  const vi large = ng_mask(x > ng_splat(8e37f), x);
  const vf scale = ng_pick(large, ng_splat(5.42101086e-20f), ng_splat(1)), d = x * scale;
  const vf r = __builtin_ia32_rcp14ps512_mask(d, vf{}, (unsigned short)-1);
  const vf nearer = (r + r * (ng_splat(1) - d * r)) * scale;
  return ng_pick(ng_mask(x == ng_splat(ng_inff), x), vf{}, nearer);
}
NG float ng_one_over(float x) { return ng_one_over(ng_splat(x))[0]; }
#else
NG float ng_one_over(float x) { return 1 / x; }
NG vf ng_one_over(vf x) { return ng_splat(1) / x; }
#endif
)";

constexpr const char* from_int = R"(NG float ng_from_int(int n, float) { return (float)n; }
NG vf ng_from_int(vi n, vf) { return __builtin_convertvector(n, vf); }
)";

}  // namespace

std::string cpp_prelude(int vector_bytes) {
  return "#define VECTOR_BYTES " + std::to_string(vector_bytes) + "\n" + types + from_int +
         quotients + functions + cpp_periodic_functions() + cpp_rounding_functions() +
         cpp_lane_functions() + plain_functions + c_small_types() + cpp_half_functions() +
         c_integer_functions() + c_wide_integer_functions() + c_random_functions();
}

}  // namespace ng::kernel
