// SPDX-License-Identifier: Apache-2.0
// The arithmetic of collectives: combines the ranks' arrays, element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/dtype.h"
#include "engine/kernels/combine.h"

namespace ng {

// `result[i]` becomes parts[0][i], parts[1][i], … combined in this order; `count` elements each, at
// least one part. float32 and float64 are combined in double, float16 and bfloat16 in float32, and
// rounded once at the end; integers wrap; bool is "not 0". NaN is preserved, by maximum and minimum
// too. `result` may be one of the parts.
void combine_parts(std::span<const std::byte* const> parts, std::int64_t count, DType dtype,
                   kernel::Combine combine, std::byte* result);

}  // namespace ng
