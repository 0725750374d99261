// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/lanes/lane_kernels.h"

namespace ng {

#ifdef __x86_64__
namespace lanes_16 {
extern const LaneKernels kernels;
}
namespace lanes_8 {
extern const LaneKernels kernels;
}
#endif
namespace lanes_4 {
extern const LaneKernels kernels;
}

const LaneKernels& lane_kernels() {
#ifdef __x86_64__
  static const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
  static const bool middle = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (wide) return lanes_16::kernels;
  if (middle) return lanes_8::kernels;
#endif
  return lanes_4::kernels;
}

}  // namespace ng
