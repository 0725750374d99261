// SPDX-License-Identifier: Apache-2.0
// Kernels as C-like text: C++ with vector types for the CPU, CUDA C++ for the GPU. What users read
// is what is compiled.
#pragma once

#include <span>

#include "engine/kernels/kernel.h"

namespace ng::kernel {

struct LineNote {
  int line;                        // 1-based
  std::vector<std::uint64_t> ops;  // ids
};

struct Text {
  std::string text;
  std::vector<LineNote> lines;
};

// `static void NAME(parameters…, long begin, long end)`: begin and end bound the parallel loop;
// kernels without one have no bounds. Relies on cpp_prelude.
Text emit_cpp(const Kernel& kernel);
// The functions and types that emit_cpp's text uses, for vectors of `vector_bytes`.
std::string cpp_prelude(int vector_bytes);

// `extern "C" __global__ void NAME(parameters…)`: a thread for each step of the outer loops.
// Relies on cuda_prelude.
Text emit_cuda(const Kernel& kernel);
std::string cuda_prelude();

// Parameter names made valid and unique in C: "ax.C" -> "ax_C".
std::vector<std::string> c_names(const Kernel& kernel);

}  // namespace ng::kernel
