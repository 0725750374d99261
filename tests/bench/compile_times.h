// SPDX-License-Identifier: Apache-2.0
// How long compiling takes. Each figure comes from a new process, so that nothing is left over from
// an earlier one.
#pragma once

#include <string>

namespace ng::bench {

struct CompileTimes {
  double cold = 0;    // microseconds: no object anywhere, the compiler not yet opened
  double cached = 0;  // a new process, objects on disk
  double again = 0;   // the same process, another transformer
};

// Medians over `rounds` pairs of processes of the program itself, run with --compile-once.
CompileTimes compile_times(const std::string& program, int rounds);

// In such a process: compiles twice, prints both times in microseconds.
void compile_once();

}  // namespace ng::bench
