// SPDX-License-Identifier: Apache-2.0
// The one text that is compiled for a program on the CPU: prelude, kernels, entry points.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

struct CpuSource {
  std::string text;
  std::vector<std::string> functions;  // entry points: "ng_k0" …, and "ng_run" if there is one
  bool has_run = false;                // whether every step is in ng_run
};

// `void ng_kI(void* const* arguments, long begin, long end)` for every kernel, and
// `void ng_run(void* const* buffers)` for the whole program when it is only kernels and copies.
CpuSource cpu_source(const Program& program, int vector_bytes);

// One kernel alone, for display; `shift` lines of prelude stand before its own first line.
std::string cpu_display_source(const kernel::Kernel& kernel, int vector_bytes, std::string* own);

// Bytes of the host's widest float vectors: 64, 32 or 16.
int host_vector_bytes();

}  // namespace ng
