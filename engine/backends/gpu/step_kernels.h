// SPDX-License-Identifier: Apache-2.0
// CUDA text of the steps other than kernels of the IR: convolution (convolution_kernels.h), small
// matmuls (matmul_kernels.h), the factors of large ones; pooling, lookup and class checks, with one
// thread per element of the result, which it adds up in a fixed order.
#pragma once

#include <cstdint>
#include <string>

#include "engine/runtime/step.h"

namespace ng {

// `extern "C" __global__ void NAME(arrays read…, result, scratch?)`. If `checked` is not 0,
// NAME_check(indices, error, check) runs first, as one block: it describes the first index out of
// range in `*error`, an ng_error, unless that describes another one. NAME itself skips such
// indices. NAME_sum, with the same parameters, runs afterwards if `sum_blocks` is not 0.
struct StepKernel {
  std::string text;
  std::int64_t threads = 0;
  std::int64_t checked = 0;  // number of indices
  std::int64_t sum_blocks = 0;
};

constexpr int step_kernel_block = 256;  // threads per block
constexpr int check_block = 256;        // threads of NAME_check
// Device memory that checks write, as the struct ng_error of the text.
struct CheckError {
  std::uint64_t check = 0;  // number of the check that failed; 0: none has
  std::uint64_t position = 0;
  double value = 0;  // the index
};
extern const char* const check_error_text;

StepKernel step_kernel(const WindowStep& step, const std::string& name);
std::int64_t step_scratch(const WindowStep& step);  // bytes
// A small matmul; of others NAME(scale, factors), which stores alpha * scale and 1: the factors of
// a matmul that is added up.
StepKernel step_kernel(const Matmul& step, bool scaled, const std::string& name);
// `count` elements of the C type `type`.
StepKernel step_kernel(const ClassCheck& step, const std::string& type, std::int64_t count,
                       const std::string& name);

}  // namespace ng
