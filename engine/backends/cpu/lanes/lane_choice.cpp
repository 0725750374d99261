// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "engine/backends/cpu/lanes/byte_kernels.h"
#include "engine/backends/cpu/lanes/half_kernels.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"

namespace ng {

#ifdef __x86_64__
namespace lanes_vnni_16 {
extern const ByteKernels of_bytes;
}
namespace lanes_16 {
extern const LaneKernels kernels;
extern const ByteKernels of_bytes;
extern const HalfKernels of_halves;
}  // namespace lanes_16
namespace lanes_8 {
extern const LaneKernels kernels;
extern const ByteKernels of_bytes;
extern const HalfKernels of_halves;
}  // namespace lanes_8
#endif
namespace lanes_4 {
extern const LaneKernels kernels;
extern const ByteKernels of_bytes;
extern const HalfKernels of_halves;
}  // namespace lanes_4

#ifdef __x86_64__
namespace {

// The number of floats in the widest vectors for which the host has the instructions that
// CMakeLists.txt compiles with.
int widest() {
  const bool middle = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("f16c");
  const bool wide = middle && __builtin_cpu_supports("avx512f") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512dq");
  return wide ? 16 : middle ? 8 : 4;
}
// NGRAPH_LANES=4|8|16 allows no wider ones.
int width() {
  static const int floats = [] {
    const char* const most = std::getenv("NGRAPH_LANES");
    return most && std::string_view(most) == "4"   ? 4
           : most && std::string_view(most) == "8" ? std::min(widest(), 8)
                                                   : widest();
  }();
  return floats;
}

}  // namespace
#endif

// NGRAPH_CHOOSE(name): `name` of the widest vectors.
#ifdef __x86_64__
#define NGRAPH_CHOOSE(name) \
  (width() == 16 ? lanes_16::name : width() == 8 ? lanes_8::name : lanes_4::name)
#else
#define NGRAPH_CHOOSE(name) lanes_4::name
#endif

const LaneKernels& lane_kernels() {
  return NGRAPH_CHOOSE(kernels);
}

const HalfKernels& half_kernels() {
  return NGRAPH_CHOOSE(of_halves);
}

const ByteKernels& byte_kernels() {
#ifdef __x86_64__
  static const bool vnni = width() == 16 && __builtin_cpu_supports("avx512vnni");
  if (vnni) return lanes_vnni_16::of_bytes;
#endif
  return NGRAPH_CHOOSE(of_bytes);
}

}  // namespace ng
