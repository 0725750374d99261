// SPDX-License-Identifier: Apache-2.0
// CUDA text that combines the ranks' arrays in the order of the ranks, with the arithmetic of the
// host's exchanges (engine/distributed/combine_parts.h).
#pragma once

#include <string>

#include "engine/base/dtype.h"
#include "engine/kernels/expr.h"

namespace ng {

// The name of the kernel.
std::string combine_name(DType dtype, kernel::Combine combine);

// `extern "C" __global__ void NAME(const T* parts, T* result, long long count, long long stride,
// int ranks)`: result[i] becomes parts[i], parts[stride + i], … combined; one thread per element.
std::string combine_text(DType dtype, kernel::Combine combine);

}  // namespace ng
