// SPDX-License-Identifier: Apache-2.0
// One run of one kernel, taken out of a program: its source, what it read and what it wrote. It can
// be written as a small program that needs nothing of ours, and tried with another source in a
// child process, so that an error of that source cannot damage this process.
#pragma once

#include <chrono>
#include <optional>

#include "engine/session/debug_record.h"
#include "engine/session/transformer.h"

namespace ng {

struct KernelCase {
  struct Argument {
    std::string name;
    bool output = false;
    int memory = 0;  // arguments with one number share it: the kernel works in place
  };
  struct Memory {
    std::string name;      // of the buffer
    Tensor before, after;  // as the kernel found it, and left it
    bool written = false;
  };
  std::string kernel;    // "k0"
  std::string prelude, source, entry;  // `source` is the kernel's own, and what a user edits
  std::string own;                     // is timed beside an edited `source`; empty: none is
  std::vector<Argument> arguments;     // in the order of its parameters
  std::vector<Memory> memory;
  std::int64_t extent = 0;  // of the loop that threads share
};

// Runs a call up to that kernel and once through it. The state is changed as by that call: to be
// used on a transformer of its own, or put back. Errors: key for a kernel that is none of the
// program's; unavailable for one in the body of a loop, and where the program is not C++ text.
KernelCase capture_kernel(const Computation& computation, const std::vector<Tensor>& arguments,
                          const std::string& kernel);

// kernel.cpp and what it is built with, main.cpp, data/ and build.sh in `folder`, which is made. system Error.
// build.sh builds `reproduce`, which prints how far its outputs are from those that were captured,
// what it wrote outside of them, and the time of a run, as one line of JSON. It exits with 1 after
// a stray write, or when the outputs are more than a given number of units in the last place apart
// (its argument; default: 64).
void write_reproducer(const KernelCase& kernel, const std::string& folder);

// Builds and runs the case with `source` in place of its own, in child processes, each with a limit
// of time and of memory; they are killed when `cancelled` returns true. Nothing of `source` is
// loaded into this process.
KernelTrialRecord try_kernel(KernelCase kernel, const std::string& source,
                             std::chrono::milliseconds deadline = std::chrono::seconds(10),
                             const std::function<bool()>& cancelled = {});

}  // namespace ng
