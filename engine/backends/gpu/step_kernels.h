// SPDX-License-Identifier: Apache-2.0
// CUDA text of steps that are no kernels of the IR: convolution, pooling, lookup and class checks, with
// one thread per element of the result, which it adds up in a fixed order; factors of matmuls.
#pragma once

#include <cstdint>
#include <string>

#include "engine/runtime/step.h"

namespace ng {

// `extern "C" __global__ void NAME(arrays read…, result)`. If `checked` is not 0, NAME_check(indices,
// word) runs first, with a thread per index: the word of 64 bits in device memory becomes the
// smallest position of an index out of range. Steps check before they write.
struct StepKernel {
  std::string text;
  std::int64_t threads = 0;
  std::int64_t checked = 0;  // number of indices
};

constexpr int step_kernel_block = 256;      // threads per block
constexpr std::uint64_t no_position = ~0ull;  // value of the word if all indices are in range

StepKernel step_kernel(const WindowStep& step, const std::string& name);
// NAME(scale, factors) stores alpha * scale and 1: the factors of a matmul that is added up.
StepKernel step_kernel(const MatrixProduct& step, const std::string& name);
// `count` elements of the C type `type`.
StepKernel step_kernel(const ClassCheck& step, const std::string& type, std::int64_t count,
                       const std::string& name);

}  // namespace ng
