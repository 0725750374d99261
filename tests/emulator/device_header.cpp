// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/device_header.h"

namespace ng::emulator {
namespace {

constexpr const char* language = R"(
#ifdef __clang__
#define NG_UNCHECKED __attribute__((noinline, disable_sanitizer_instrumentation))
#else
#define NG_UNCHECKED __attribute__((noinline))
#endif
#define __global__ __attribute__((noinline))
#define __device__
#define __host__
#define __constant__ static const
#define NG_SHARED static __attribute__((section("ng_shared")))
#define NG_GUARD(n) NG_SHARED __attribute__((used)) char ng_guard_##n[64];
#define NG_GUARD_BEFORE(n) NG_GUARD(n)
#define __shared__ NG_GUARD_BEFORE(__COUNTER__) NG_SHARED
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
struct ng_dim { unsigned x, y, z; };
struct ng_emulated {
  ng_dim thread, block, block_dim, grid_dim;
  unsigned next, count, finished, number;
  const unsigned* order;
  void (*barrier)(ng_emulated*);
  unsigned long (*exchange)(ng_emulated*, unsigned, unsigned long, unsigned);
  void (*trap)(ng_emulated*);
  void (*touch)(ng_emulated*, const void*, unsigned long, unsigned);
  void (*past_array)(ng_emulated*, const char*, unsigned, unsigned long);
};
static ng_emulated* ng_now;
NG_UNCHECKED __attribute__((pure)) static ng_dim ng_thread() { return ng_now->thread; }
NG_UNCHECKED __attribute__((pure)) static ng_dim ng_block() { return ng_now->block; }
NG_UNCHECKED __attribute__((pure)) static ng_dim ng_block_dim() { return ng_now->block_dim; }
NG_UNCHECKED __attribute__((pure)) static ng_dim ng_grid_dim() { return ng_now->grid_dim; }
#define threadIdx (ng_thread())
#define blockIdx (ng_block())
#define blockDim (ng_block_dim())
#define gridDim (ng_grid_dim())
#define warpSize 32
NG_UNCHECKED static void __syncthreads() { ng_now->barrier(ng_now); }
static inline void __threadfence() {}
NG_UNCHECKED static void __trap() { ng_now->trap(ng_now); }
NG_UNCHECKED static unsigned long ng_meet(unsigned mask, unsigned long value, unsigned lane) {
  return ng_now->exchange(ng_now, mask, value, lane);
}
static inline unsigned ng_lane() {
  const ng_dim t = threadIdx, b = blockDim;
  return (t.x + b.x * (t.y + b.y * t.z)) % 32;
}
template <class T> static inline T ng_exchange(unsigned mask, T value, unsigned lane) {
  unsigned long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  bits = ng_meet(mask, bits, lane);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T> static inline T __shfl_sync(unsigned mask, T v, int lane) { return ng_exchange(mask, v, (unsigned)lane % 32); }
template <class T> static inline T __shfl_xor_sync(unsigned mask, T v, int bits) { return ng_exchange(mask, v, ng_lane() ^ bits); }
template <class T> static inline T __shfl_down_sync(unsigned mask, T v, unsigned by) {
  return ng_exchange(mask, v, ng_lane() + by < 32 ? ng_lane() + by : ng_lane());
}
template <class T> static inline T __shfl_up_sync(unsigned mask, T v, unsigned by) {
  return ng_exchange(mask, v, ng_lane() >= by ? ng_lane() - by : ng_lane());
}
static inline void __syncwarp(unsigned mask = 0xffffffffu) { ng_meet(mask, 0, 33); }
static inline unsigned __ballot_sync(unsigned mask, int yes) { return (unsigned)ng_meet(mask, yes != 0, 32); }
static inline int __any_sync(unsigned mask, int yes) { return __ballot_sync(mask, yes) != 0; }
static inline int __all_sync(unsigned mask, int yes) { return __ballot_sync(mask, yes) == mask; }
)";

constexpr const char* mathematics = R"(
template <class To, class From> static inline To ng_same_bits(From x) {
  To y;
  __builtin_memcpy(&y, &x, sizeof y);
  return y;
}
static inline float __int_as_float(int x) { return ng_same_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return ng_same_bits<float>(x); }
static inline int __float_as_int(float x) { return ng_same_bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return ng_same_bits<unsigned>(x); }
static inline double __longlong_as_double(long long x) { return ng_same_bits<double>(x); }
static inline long long __double_as_longlong(double x) { return ng_same_bits<long long>(x); }
#define NG_ONE(name) \
  static inline float name(float x) { return __builtin_##name##f(x); } \
  static inline double name(double x) { return __builtin_##name(x); }
#define NG_TWO(name) \
  static inline float name(float x, float y) { return __builtin_##name##f(x, y); } \
  static inline double name(double x, double y) { return __builtin_##name(x, y); }
NG_ONE(exp) NG_ONE(log) NG_ONE(tanh) NG_ONE(sqrt) NG_ONE(sin) NG_ONE(cos) NG_ONE(floor) NG_ONE(ceil)
NG_ONE(rint) NG_ONE(round) NG_ONE(erf) NG_ONE(fabs) NG_TWO(pow) NG_TWO(fmod) NG_TWO(copysign)
static inline float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
static inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
template <class T> static inline T __ldg(const T* place) { return *place; }
NG_UNCHECKED static void ng_touch_atomic(const void* place, unsigned long bytes) { ng_now->touch(ng_now, place, bytes, 2); }
#define NG_ATOMIC template <class T> NG_UNCHECKED static T
NG_ATOMIC atomicAdd(T* place, T value) { ng_touch_atomic(place, sizeof(T)); const T old = *place; *place = old + value; return old; }
NG_ATOMIC atomicMax(T* place, T value) { ng_touch_atomic(place, sizeof(T)); const T old = *place; if (value > old) *place = value; return old; }
NG_ATOMIC atomicMin(T* place, T value) { ng_touch_atomic(place, sizeof(T)); const T old = *place; if (value < old) *place = value; return old; }
NG_ATOMIC atomicExch(T* place, T value) { ng_touch_atomic(place, sizeof(T)); const T old = *place; *place = value; return old; }
NG_ATOMIC atomicCAS(T* place, T expected, T value) { ng_touch_atomic(place, sizeof(T)); const T old = *place; if (old == expected) *place = value; return old; }
struct __align__(8) float2 { float x, y; };
struct __align__(16) float4 { float x, y, z, w; };
struct __align__(16) double2 { double x, y; };
struct __align__(16) uint4 { unsigned x, y, z, w; };
)";

// The hooks that the plugin's checked code calls, which names them as the sanitizers do.
constexpr const char* hooks = R"(
#define NG_HOOK extern "C" NG_UNCHECKED __attribute__((used)) void
#define NG_SIZED(n) \
  NG_HOOK __tsan_read##n(const void* p) { ng_now->touch(ng_now, p, n, 0); } \
  NG_HOOK __tsan_write##n(const void* p) { ng_now->touch(ng_now, p, n, 1); } \
  NG_HOOK __tsan_unaligned_read##n(const void*) __attribute__((alias("__tsan_read" #n))); \
  NG_HOOK __tsan_unaligned_write##n(const void*) __attribute__((alias("__tsan_write" #n)));
NG_SIZED(1) NG_SIZED(2) NG_SIZED(4) NG_SIZED(8) NG_SIZED(16)
NG_HOOK __tsan_init() {}
NG_HOOK __tsan_func_entry(const void*) {}
NG_HOOK __tsan_func_exit() {}
extern "C" NG_UNCHECKED __attribute__((used)) void* __tsan_memcpy(void* to, const void* from, unsigned long n) {
  ng_now->touch(ng_now, from, n, 0);
  ng_now->touch(ng_now, to, n, 1);
  return __builtin_memcpy(to, from, n);
}
extern "C" NG_UNCHECKED __attribute__((used)) void* __tsan_memmove(void* to, const void* from, unsigned long n) {
  ng_now->touch(ng_now, from, n, 0);
  ng_now->touch(ng_now, to, n, 1);
  return __builtin_memmove(to, from, n);
}
extern "C" NG_UNCHECKED __attribute__((used)) void* __tsan_memset(void* to, int value, unsigned long n) {
  ng_now->touch(ng_now, to, n, 1);
  return __builtin_memset(to, value, n);
}
struct ng_source_place { const char* file; unsigned line, column; };
NG_HOOK __ubsan_handle_out_of_bounds_abort(const ng_source_place* at, unsigned long index) { ng_now->past_array(ng_now, at->file, at->line, index); }
NG_HOOK __ubsan_handle_out_of_bounds(const ng_source_place* at, unsigned long index) { ng_now->past_array(ng_now, at->file, at->line, index); }
extern "C" { __attribute__((section("ng_shared"), used)) char ng_shared_begin[64]; }
)";

// Arguments by index, from the function's type.
constexpr const char* arguments_of = R"(
template <int I, class F> struct ng_argument;
template <class A, class... R> struct ng_argument<0, void(A, R...)> { typedef A type; };
template <int I, class A, class... R> struct ng_argument<I, void(A, R...)> { typedef typename ng_argument<I - 1, void(R...)>::type type; };
template <class T> struct ng_is_pointer { static const int value = 0; };
template <class T> struct ng_is_pointer<T*> { static const int value = 1; };
)";

}  // namespace

std::string device_header() {
  return std::string("#line 1 \"emulator\"\n") + language + hooks + mathematics + arguments_of;
}

std::string entry_text(const std::string& name, int arguments) {
  std::string call, bytes, pointers;
  for (int i = 0; i < arguments; ++i) {
    const std::string index = std::to_string(i);
    const std::string type = "ng_argument<" + index + ", decltype(" + name + ")>::type";
    call += (i ? ", *(" : "*(") + type + "*)a[" + index + "]";
    bytes += "  if (i == " + index + ") return (int)sizeof(" + type + ");\n";
    pointers += "  if (i == " + index + ") return ng_is_pointer<" + type + ">::value;\n";
  }
  return "extern \"C\" NG_UNCHECKED void ng_run_" + name +
         "(void** a, ng_emulated* s) {\n  ng_now = s;\n" +
         "  (void)a;\n  while (s->next < s->count) {\n"
         "    const unsigned i = s->number = s->order[s->next++];\n"
         "    s->thread.x = i % s->block_dim.x;\n"
         "    s->thread.y = i / s->block_dim.x % s->block_dim.y;\n"
         "    s->thread.z = i / s->block_dim.x / s->block_dim.y;\n    " +
         name + "(" + call + ");\n    ++s->finished;\n  }\n}\n" + "extern \"C\" int ng_bytes_" +
         name + "(int i) {\n" + bytes + "  return -1;\n}\n" + "extern \"C\" int ng_pointer_" +
         name + "(int i) {\n" + pointers + "  return 0;\n}\n";
}

}  // namespace ng::emulator
