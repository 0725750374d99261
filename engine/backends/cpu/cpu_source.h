// SPDX-License-Identifier: Apache-2.0
// The texts that are compiled for a program on the CPU: prelude, kernels, entry points.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Kernels that differ in nothing but names are compiled once.
struct CpuUnits {
  struct Unit {
    std::string text;
    std::vector<std::string> functions;  // its entry points
  };
  std::vector<Unit> units;               // each compiled by itself
  std::vector<int> unit_of;              // per kernel of the program
  std::vector<std::string> entry_of;     // per kernel: "ng_k0"
  // Neighbouring steps of one launch whose kernels stand in one unit, or one small kernel: a function
  // runs them all.
  struct Launch {
    std::size_t first, count;  // steps
    int unit;
    std::string function;      // "ng_run_0"
  };
  std::vector<Launch> launches;
};

// Entry points are `void ng_kI(void* const* arguments, long begin, long end)` for every different
// kernel, and `void ng_run_I(void* const* buffers)` for launches. Programs of many kernels become
// several units, so that they compile in parallel and a cancelled compilation ends soon.
CpuUnits cpu_units(const Program& program, int vector_bytes);

// One kernel alone, for display; `shift` lines of prelude stand before its own first line.
std::string cpu_display_source(const kernel::Kernel& kernel, int vector_bytes, std::string* own);

// Bytes of the host's widest float vectors: 64, 32 or 16.
int host_vector_bytes();

}  // namespace ng
