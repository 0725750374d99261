// SPDX-License-Identifier: Apache-2.0
// Conversions of arrays of float16 and bfloat16 for one vector width (see lane_kernels.h).
#pragma once

#include <cstdint>

namespace ng {

struct HalfKernels {
  // Exact.
  using Widen = void (*)(const std::uint16_t* from, std::int64_t count, float* to);
  // To the nearest, halves to the even one. Denormals and NaN are kept.
  using Narrow = void (*)(const float* from, std::int64_t count, std::uint16_t* to);
  Widen from_f16, from_bf16;
  Narrow to_f16, to_bf16;
};

// The conversions by the widest vectors that this host supports.
const HalfKernels& half_kernels();

}  // namespace ng
