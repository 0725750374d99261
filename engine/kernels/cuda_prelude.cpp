// SPDX-License-Identifier: Apache-2.0
// Functions that the text of CUDA kernels calls.
#include "engine/kernels/cpp_prelude_parts.h"
#include "engine/kernels/emit.h"

namespace ng::kernel {

bool has_wide_integers(std::string_view kernels) {
  return kernels.find("(__int128)") != std::string_view::npos;
}

std::string cuda_prelude(std::string_view kernels) {
  std::string text = R"(#define ng_inff __int_as_float(0x7f800000)
#define ng_nanf __int_as_float(0x7fc00000)
#define ng_inf __longlong_as_double(0x7ff0000000000000ll)
#define ng_nan __longlong_as_double(0x7ff8000000000000ll)
#define NG template <class T> static __device__ __forceinline__ T
NG ng_eq(T x, T y) { return x == y ? T(1) : T(0); }
NG ng_ne(T x, T y) { return x != y ? T(1) : T(0); }
NG ng_lt(T x, T y) { return x < y ? T(1) : T(0); }
NG ng_le(T x, T y) { return x <= y ? T(1) : T(0); }
NG ng_gt(T x, T y) { return x > y ? T(1) : T(0); }
NG ng_ge(T x, T y) { return x >= y ? T(1) : T(0); }
NG ng_select(T c, T x, T y) { return c != T(0) ? x : y; }
NG ng_max(T x, T y) { return x != x || x > y ? x : y; }
NG ng_min(T x, T y) { return x != x || x < y ? x : y; }
NG ng_abs(T x) { return x < T(0) ? -x : x + T(0); }
NG ng_reciprocal(T x) { return T(1) / x; }
NG ng_exp(T x) { return exp(x); }
NG ng_log(T x) { return log(x); }
NG ng_tanh(T x) { return tanh(x); }
NG ng_sqrt(T x) { return sqrt(x); }
NG ng_sign(T x) { return x > T(0) ? T(1) : x < T(0) ? T(-1) : x - x; }
NG ng_sin(T x) { return sin(x); }
NG ng_cos(T x) { return cos(x); }
NG ng_floor(T x) { return floor(x); }
NG ng_ceil(T x) { return ceil(x); }
NG ng_rint(T x) { return rint(x); }
NG ng_erf(T x) { return erf(x); }
NG ng_power(T x, T y) { return pow(x, y); }
NG ng_floordivide(T x, T y) {
  if (y == T(0)) return x / y;
  const T rest = fmod(x, y);
  T quotient = (x - rest) / y;
  if (rest != T(0) && (y < T(0)) != (rest < T(0))) quotient -= T(1);
  return quotient == T(0) ? copysign(T(0), x / y) : round(quotient);
}
NG ng_mod(T x, T y) {
  const T rest = fmod(x, y);
  if (rest == T(0)) return copysign(T(0), y);
  return (y < T(0)) != (rest < T(0)) ? rest + y : rest;
}
NG ng_sigmoid(T x) { return T(1) / (T(1) + exp(-x)); }
)";
  text += R"(#define NG_PLAIN static __device__ __forceinline__
#define NG_MEMBER __device__ __forceinline__
NG_PLAIN float ng_float_of(unsigned bits) { return __uint_as_float(bits); }
NG_PLAIN unsigned ng_word_of(float x) { return __float_as_uint(x); }
)";
  text += c_small_types();
  text += c_integer_functions();
  if (has_wide_integers(kernels)) text += c_wide_integer_functions();
  text += c_random_functions();
  text += R"(
// Slices of arrays may begin anywhere.
NG_PLAIN void ng_load4(const float* from, float* to) {
  if (((unsigned long long)from & 15) == 0) {
    const float4 all = *(const float4*)from;
    to[0] = all.x, to[1] = all.y, to[2] = all.z, to[3] = all.w;
  } else {
    for (int i = 0; i < 4; ++i) to[i] = from[i];
  }
}
NG_PLAIN void ng_store4(float* to, const float* from) {
  if (((unsigned long long)to & 15) == 0) {
    float4 all;
    all.x = from[0], all.y = from[1], all.z = from[2], all.w = from[3];
    *(float4*)to = all;
  } else {
    for (int i = 0; i < 4; ++i) to[i] = from[i];
  }
}
template <class T> NG_PLAIN T ng_plus(T x, T y) { return x + y; }
template <class T> NG_PLAIN T ng_times(T x, T y) { return x * y; }
// Afterwards one lane may store where all lanes loaded, and shuffles do not order memory.
#define NG_ROWS(name, combine) \
  template <class T> NG_PLAIN T name##_of_warp(T x) { \
    __syncwarp(); \
    for (int d = 16; d > 0; d /= 2) x = combine(x, __shfl_down_sync(0xffffffffu, x, d)); \
    return __shfl_sync(0xffffffffu, x, 0); \
  } \
  template <int Threads, class T> NG_PLAIN T name##_of_block(T x) { \
    __shared__ T parts[32]; \
    x = name##_of_warp(x); \
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = x; \
    __syncthreads(); \
    x = parts[0]; \
    for (int i = 1; i < Threads / 32; ++i) x = combine(x, parts[i]); \
    __syncthreads(); \
    return x; \
  }
#define NG_ADJACENT_ROWS(name, combine) \
  template <int Threads, class T> NG_PLAIN T name##_of_adjacent_rows(T x) { \
    __shared__ T parts[Threads]; \
    parts[threadIdx.x] = x; \
    __syncthreads(); \
    x = parts[threadIdx.x % 32]; \
    for (int i = 32; i < Threads; i += 32) x = combine(x, parts[i + threadIdx.x % 32]); \
    __syncthreads(); \
    return x; \
  }
NG_ADJACENT_ROWS(ng_sum, ng_plus)
NG_ADJACENT_ROWS(ng_product, ng_times)
NG_ADJACENT_ROWS(ng_largest, ng_max)
NG_ADJACENT_ROWS(ng_smallest, ng_min)
NG_ROWS(ng_sum, ng_plus)
NG_ROWS(ng_product, ng_times)
NG_ROWS(ng_largest, ng_max)
NG_ROWS(ng_smallest, ng_min)
)";
  return text;
}

}  // namespace ng::kernel
