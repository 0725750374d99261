// SPDX-License-Identifier: Apache-2.0
// Text of functions of integers, for CPU and GPU: they wrap, and a quotient or remainder by 0 is 0.
#include "engine/kernels/cpp_prelude_parts.h"

namespace ng::kernel {

const char* c_integer_functions() {
  return R"(
#define NG_SUMS(T, U) \
  NG_PLAIN T ng_plus(T x, T y) { return (T)((U)x + (U)y); } \
  NG_PLAIN T ng_times(T x, T y) { return (T)((U)x * (U)y); } \
  NG_PLAIN T ng_max(T x, T y) { return x > y ? x : y; } \
  NG_PLAIN T ng_min(T x, T y) { return x < y ? x : y; }
#define NG_INTEGERS(T, U) \
  NG_SUMS(T, U) \
  NG_PLAIN T ng_minus(T x, T y) { return (T)((U)x - (U)y); } \
  NG_PLAIN T ng_negate(T x) { return (T)((U)0 - (U)x); } \
  NG_PLAIN T ng_abs(T x) { return x < 0 ? ng_negate(x) : x; } \
  NG_PLAIN T ng_sign(T x) { return (T)((x > 0) - (x < 0)); } \
  NG_PLAIN T ng_eq(T x, T y) { return x == y; } \
  NG_PLAIN T ng_ne(T x, T y) { return x != y; } \
  NG_PLAIN T ng_lt(T x, T y) { return x < y; } \
  NG_PLAIN T ng_le(T x, T y) { return x <= y; } \
  NG_PLAIN T ng_gt(T x, T y) { return x > y; } \
  NG_PLAIN T ng_ge(T x, T y) { return x >= y; } \
  NG_PLAIN T ng_and(T x, T y) { return x & y; } \
  NG_PLAIN T ng_or(T x, T y) { return x | y; } \
  NG_PLAIN T ng_xor(T x, T y) { return x ^ y; } \
  NG_PLAIN T ng_shift_left(T x, T y) { return y >= 0 && y < (T)(8 * sizeof(T)) ? (T)((U)x << y) : 0; } \
  NG_PLAIN T ng_shift_right(T x, T y) { return x >> (y >= 0 && y < (T)(8 * sizeof(T)) ? y : (T)(8 * sizeof(T) - 1)); } \
  NG_PLAIN T ng_quotient(T x, T y) { return y == 0 ? 0 : y == -1 ? ng_negate(x) : x / y; } \
  NG_PLAIN T ng_mod(T x, T y) { \
    if (y == 0 || y == -1) return 0; \
    const T rest = x % y; \
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest; \
  } \
  NG_PLAIN T ng_floordivide(T x, T y) { \
    const T near = ng_quotient(x, y); \
    return ng_mod(x, y) != 0 && (x < 0) != (y < 0) ? near - 1 : near; \
  } \
  NG_PLAIN T ng_power(T x, T y) { \
    if (y < 0) return x == 1 ? 1 : x == -1 ? (y % 2 == 0 ? 1 : -1) : 0; \
    T result = 1; \
    for (; y > 0; y /= 2) { \
      if (y % 2 == 1) result = ng_times(result, x); \
      x = ng_times(x, x); \
    } \
    return result; \
  }
NG_INTEGERS(long long, unsigned long long)
NG_SUMS(unsigned long long, unsigned long long)
)";
}

const char* c_wide_integer_functions() {
  return "NG_INTEGERS(__int128, unsigned __int128)\n";
}

}  // namespace ng::kernel
