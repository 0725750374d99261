// SPDX-License-Identifier: Apache-2.0
// Rounding and the error function for kernel text on the CPU. The float error function uses
// minimax polynomials of erf(x) - x and of log(1 - erf(x)), to about 1 ulp (after N. Juffa); double
// calls the C library lane by lane.
#include "engine/kernels/cpp_prelude_parts.h"

namespace ng::kernel {

const char* cpp_rounding_functions() {
  return R"(
#define NG_ROUNDING(name, f, d) \
  NG float name(float x) { return f(x); } \
  NG double name(double x) { return d(x); } \
  NG vf name(vf x) { for (int i = 0; i < vf_lanes; ++i) x[i] = f(x[i]); return x; } \
  NG vd name(vd x) { for (int i = 0; i < vd_lanes; ++i) x[i] = d(x[i]); return x; }
NG_ROUNDING(ng_floor, __builtin_floorf, __builtin_floor)
NG_ROUNDING(ng_ceil, __builtin_ceilf, __builtin_ceil)
NG_ROUNDING(ng_rint, __builtin_rintf, __builtin_rint)
template <class T> NG T ng_erf_float(T x) {
  const T a = ng_abs(x), z = x * x;
  T p = ng_all<T>(-5.96761703e-4f);
  p = p * z + ng_all<T>(4.99119423e-3f);
  p = p * z + ng_all<T>(-2.67681349e-2f);
  p = p * z + ng_all<T>(1.12819925e-1f);
  p = p * z + ng_all<T>(-3.76125336e-1f);
  p = p * z + ng_all<T>(1.28379166e-1f);
  const T small = p * x + x;
  T q = ng_all<T>(-1.72853470e-5f) * a + ng_all<T>(3.83197126e-4f);
  q = q * z + (ng_all<T>(-3.88396438e-3f) * a + ng_all<T>(2.42546219e-2f));
  q = q * a + ng_all<T>(-1.06777877e-1f);
  q = q * a + ng_all<T>(-6.34846687e-1f);
  q = q * a + ng_all<T>(-1.28717512e-1f);
  q = q * a - a;
  const T large = ng_all<T>(1.0f) - ng_exp(q);
  const T with_sign = ng_pick(ng_mask(x < ng_all<T>(0.0f), x), -large, large);
  return ng_pick(ng_mask(a > ng_all<T>(0.927734375f), a), with_sign, small);
}
NG float ng_erf(float x) { return ng_erf_float(x); }
NG vf ng_erf(vf x) { return ng_erf_float(x); }
NG double ng_erf(double x) { return __builtin_erf(x); }
NG vd ng_erf(vd x) { for (int i = 0; i < vd_lanes; ++i) x[i] = __builtin_erf(x[i]); return x; }
)";
}

}  // namespace ng::kernel
