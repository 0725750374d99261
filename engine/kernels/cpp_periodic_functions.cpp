// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and sign for kernel text on the CPU. In float up to 8192: reduction by multiples of
// pi/2 in three parts (Cody and Waite) and minimax polynomials (coefficients as in Moshier's
// Cephes). Larger arguments, and double, call the C library lane by lane.
#include "engine/kernels/cpp_prelude_parts.h"

namespace ng::kernel {

const char* cpp_periodic_functions() {
  return R"(
template <class T> NG T ng_sign(T x) {
  const T low = ng_pick(ng_mask(x < ng_all<T>(0), x), ng_all<T>(-1), x - x);
  return ng_pick(ng_mask(x > ng_all<T>(0), x), ng_all<T>(1), low);
}
NG float ng_wide(float x, float y, int cosine) {
  if (x >= -8192.0f && x <= 8192.0f) return y;
  return cosine ? __builtin_cosf(x) : __builtin_sinf(x);
}
NG vf ng_wide(vf x, vf y, int cosine) { for (int i = 0; i < vf_lanes; ++i) y[i] = ng_wide(x[i], y[i], cosine); return y; }
NG bool ng_any(int m) { return m != 0; }
NG bool ng_any(vi m) { int any = 0; for (int i = 0; i < vf_lanes; ++i) any |= m[i]; return any != 0; }
template <class T> NG T ng_turned(T x, int cosine) {
  typedef typename of<T>::bits B;
  const T shifted = x * ng_all<T>(0.636619772f) + ng_all<T>(12582912.0f);
  const T n = shifted - ng_all<T>(12582912.0f);
  const T r = ((x - n * ng_all<T>(1.5703125f)) - n * ng_all<T>(4.837512969970703125e-4f)) -
              n * ng_all<T>(7.54978995489188216e-8f);
  const T z = r * r;
  T s = ng_all<T>(-1.9515295891e-4f);
  s = s * z + ng_all<T>(8.3321608736e-3f);
  s = s * z + ng_all<T>(-1.6666654611e-1f);
  s = s * z * r + r;
  T c = ng_all<T>(2.443315711809948e-5f);
  c = c * z + ng_all<T>(-1.388731625493765e-3f);
  c = c * z + ng_all<T>(4.166664568298827e-2f);
  c = c * z * z - ng_all<T>(0.5f) * z + ng_all<T>(1.0f);
  const B quadrant = ng_bits<B>(shifted) + cosine;
  const T y = ng_pick(-(quadrant & 1), c, s);
  const T turned_y = ng_bits<T>(ng_bits<B>(y) ^ ((quadrant & 2) << 30));
  const T signed_y = cosine ? turned_y : ng_pick(ng_mask(x == ng_all<T>(0), x), x, turned_y);
  const T a = ng_abs(x);
  return ng_any(~ng_mask(a <= ng_all<T>(8192.0f), x)) ? ng_wide(x, signed_y, cosine) : signed_y;
}
NG float ng_sin(float x) { return ng_turned(x, 0); }
NG float ng_cos(float x) { return ng_turned(x, 1); }
NG vf ng_sin(vf x) { return ng_turned(x, 0); }
NG vf ng_cos(vf x) { return ng_turned(x, 1); }
NG double ng_sin(double x) { return __builtin_sin(x); }
NG double ng_cos(double x) { return __builtin_cos(x); }
NG vd ng_sin(vd x) { for (int i = 0; i < vd_lanes; ++i) x[i] = __builtin_sin(x[i]); return x; }
NG vd ng_cos(vd x) { for (int i = 0; i < vd_lanes; ++i) x[i] = __builtin_cos(x[i]); return x; }
)";
}

}  // namespace ng::kernel
