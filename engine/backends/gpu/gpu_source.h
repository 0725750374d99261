// SPDX-License-Identifier: Apache-2.0
// The CUDA text of a program: one module with its kernels and those of its other steps.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/program.h"

namespace ng {

struct GpuSource {
  struct Entry {
    std::string function;  // empty: the step needs none
    std::int64_t blocks = 0;
    int threads = 0;
    std::int64_t checked = 0;     // indices that FUNCTION_check checks first; see step_kernels.h
    std::int64_t sum_blocks = 0;  // of FUNCTION_sum, which runs afterwards
  };
  std::string text;             // empty: no step needs a kernel
  std::vector<Entry> of_steps;  // by step
};

// Kernels that differ only in names are compiled once.
GpuSource gpu_source(const Program& program);

}  // namespace ng
