// SPDX-License-Identifier: Apache-2.0
// Emits kernels as C-like text: C++ with vector types for the CPU, CUDA C++ for the GPU. The text
// that users read is the text that is compiled.
#pragma once

#include <span>
#include <string_view>

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

// `static void NAME(parameters…, long begin, long end)`; begin and end bound the parallel loop and
// are omitted if there is none. Requires cpp_prelude.
Text emit_cpp(const Kernel& kernel);
// Width of the vectors that this text uses, in bytes; 0: none, its loops are scalar.
int vector_bytes_of(const Kernel& kernel);
// Functions and types that emit_cpp's text uses, for vectors of `vector_bytes`.
std::string cpp_prelude(int vector_bytes);

// `extern "C" __global__ void NAME(parameters…)` with one thread per iteration of the outer loops.
// Requires cuda_prelude.
Text emit_cuda(const Kernel& kernel);
// Functions and types that these texts use.
std::string cuda_prelude(std::string_view kernels);
// Do they compute in 128 bits? NVRTC then needs --device-int128.
bool has_wide_integers(std::string_view kernels);

// The kernel with the same code, numbered loops and parameters, and no comments. Kernels that
// differ only in the names of ops and axes become equal; `Kernel::name` is kept.
Kernel with_neutral_names(Kernel kernel);

// Unique C identifiers of the parameters: "ax.C" -> "ax_C".
std::vector<std::string> c_names(const Kernel& kernel);

}  // namespace ng::kernel
