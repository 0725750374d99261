// SPDX-License-Identifier: Apache-2.0
// One run of one kernel, extracted from a program: its source, inputs and outputs. It can be
// written as a stand-alone program, or run with edited source in a child process, so that a fault
// of that source cannot damage this process.
#pragma once

#include <chrono>
#include <optional>

#include "engine/records/debug_record.h"
#include "engine/session/transformer.h"

namespace ng {

struct KernelCase {
  struct Argument {
    std::string name;
    bool output = false;
    int memory = 0;  // arguments with the same number share memory (in-place kernels)
  };
  struct Memory {
    std::string name;      // of the buffer
    Tensor before, after;  // contents before and after the kernel ran
    bool written = false;
  };
  std::string kernel;                  // "k0"
  std::string prelude, source, entry;  // `source` is the kernel's own, which a user may edit
  std::string own;                     // timed for comparison; empty: not timed
  std::vector<Argument> arguments;     // in parameter order
  std::vector<Memory> memory;
  std::int64_t extent = 0;  // of the loop that is split among threads
};

// Runs a call up to that kernel and once through it. Changes the state like that call: use a
// separate transformer, or restore the state. Throws a key Error for an unknown kernel; an
// unavailable Error for a kernel in a loop body, or if the program is not C++ text.
KernelCase capture_kernel(const Computation& computation, const std::vector<Tensor>& arguments,
                          const std::string& kernel);

// Writes kernel.cpp, its headers, main.cpp, data/ and build.sh into `folder`, which is created.
// build.sh builds `reproduce`, which prints one line of JSON: the difference from the captured
// outputs, writes outside of them, and the time of a run. `reproduce` exits with 1 after a stray
// write, or if outputs differ by more than its argument in units in the last place (default: 64).
// Throws system Errors.
void write_reproducer(const KernelCase& kernel, const std::string& folder);

// Builds and runs the case with `source` instead of its own, in child processes with limits on time
// and memory, which are killed when `cancelled` returns true. Never loads `source` into this
// process.
KernelTrialRecord try_kernel(KernelCase kernel, const std::string& source,
                             std::chrono::milliseconds deadline = std::chrono::seconds(10),
                             const std::function<bool()>& cancelled = {});

}  // namespace ng
