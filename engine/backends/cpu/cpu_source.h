// SPDX-License-Identifier: Apache-2.0
// Generates the C++ source of a program for the CPU: prelude, kernels, entry points.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Names of parameters and loops in a text. Neutral ones make the text, and with it the key of the
// object cache, independent of how ops and axes are called: most names are numbered automatically,
// and an op added before them renumbers all.
enum class NamesInText { neutral, of_ops };

// Compilation units. Kernels that differ only in names are compiled once.
struct CpuUnits {
  struct Unit {
    std::string text;
    std::vector<std::string> functions;  // its entry points
  };
  std::vector<Unit> units;            // compiled separately
  std::vector<int> unit_of;           // per kernel of the program
  std::vector<std::string> entry_of;  // per kernel: "ng_k0"
  // Adjacent steps of one launch whose kernels are in one unit, or a single small kernel, run by
  // one function.
  struct Launch {
    std::size_t first, count;  // steps
    int unit;
    std::string function;  // "ng_run_0"
  };
  std::vector<Launch> launches;
};

// Entry points are `void ng_kI(void* const* arguments, long begin, long end)` for every distinct
// kernel, and `void ng_run_I(void* const* buffers)` for launches. Programs with many kernels become
// several units, so that they compile in parallel and cancellation takes effect quickly.
CpuUnits cpu_units(const Program& program, int vector_bytes,
                   NamesInText names = NamesInText::neutral);

// Source of a single kernel for display. `own` gets the kernel's text without prelude and entry.
std::string cpu_display_source(const kernel::Kernel& kernel, std::string* own);

// Bytes of the host's widest float vectors: 64, 32 or 16.
int host_vector_bytes();
// The width for which the kernels were vectorised: the host's, or that of another transformer,
// which leaves steps to this one.
int vector_bytes_of(const Program& program);

}  // namespace ng
