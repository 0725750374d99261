// SPDX-License-Identifier: Apache-2.0
// Functions of kernel text that call the C library lane by lane. Quotient and remainder follow
// NumPy: rounded toward minus infinity, remainder with the divisor's sign, exact even if x / y
// rounds.
#include "engine/kernels/cpp_prelude_parts.h"

namespace ng::kernel {

const char* cpp_lane_functions() {
  return R"(
NG float ng_fmod(float x, float y) { return __builtin_fmodf(x, y); }
NG double ng_fmod(double x, double y) { return __builtin_fmod(x, y); }
NG float ng_round(float x) { return __builtin_roundf(x); }
NG double ng_round(double x) { return __builtin_round(x); }
NG float ng_copysign(float x, float y) { return __builtin_copysignf(x, y); }
NG double ng_copysign(double x, double y) { return __builtin_copysign(x, y); }
NG float ng_power(float x, float y) { return __builtin_powf(x, y); }
NG double ng_power(double x, double y) { return __builtin_pow(x, y); }
template <class T> NG T ng_floor_quotient(T x, T y) {
  if (y == 0) return x / y;
  const T rest = ng_fmod(x, y);
  T quotient = (x - rest) / y;
  if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
  return quotient == 0 ? ng_copysign(T(0), x / y) : ng_round(quotient);
}
template <class T> NG T ng_floor_rest(T x, T y) {
  const T rest = ng_fmod(x, y);
  if (rest == 0) return ng_copysign(T(0), y);
  return (y < 0) != (rest < 0) ? rest + y : rest;
}
NG float ng_floordivide(float x, float y) { return ng_floor_quotient(x, y); }
NG double ng_floordivide(double x, double y) { return ng_floor_quotient(x, y); }
NG float ng_mod(float x, float y) { return ng_floor_rest(x, y); }
NG double ng_mod(double x, double y) { return ng_floor_rest(x, y); }
#define NG_LANES(name) \
  NG vf name(vf x, vf y) { for (int i = 0; i < vf_lanes; ++i) x[i] = name(x[i], y[i]); return x; } \
  NG vd name(vd x, vd y) { for (int i = 0; i < vd_lanes; ++i) x[i] = name(x[i], y[i]); return x; }
NG_LANES(ng_power)
NG_LANES(ng_floordivide)
NG_LANES(ng_mod)
)";
}

}  // namespace ng::kernel
