// SPDX-License-Identifier: Apache-2.0
// The inner loops of 8-bit integers of every vector width that this host supports.
#pragma once

#include "engine/backends/cpu/lanes/byte_kernels.h"

namespace ng {

#ifdef __x86_64__
namespace lanes_vnni_16 {
extern const ByteKernels of_bytes;
}
namespace lanes_16 {
extern const ByteKernels of_bytes;
}
namespace lanes_8 {
extern const ByteKernels of_bytes;
}
#endif
namespace lanes_4 {
extern const ByteKernels of_bytes;
}

// Calls check(kernels) for each.
template <class Check>
void for_each_byte_lanes(const Check& check) {
  check(lanes_4::of_bytes);
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) check(lanes_8::of_bytes);
  if (__builtin_cpu_supports("avx512bw")) check(lanes_16::of_bytes);
  if (__builtin_cpu_supports("avx512vnni")) check(lanes_vnni_16::of_bytes);
#endif
}

}  // namespace ng
