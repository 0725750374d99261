// SPDX-License-Identifier: Apache-2.0
// Rows that are measured in processes of their own: compiling, and the window.
#pragma once

#include "tests/bench/report.h"

namespace ng::bench {

// Compiling the walk-through's training computation: with no object anywhere and the compiler not
// yet opened; with objects on disk; again in the same process.
void bench_compile(int rounds, Report& report);

// What bench_compile starts: compiles twice, prints both times in microseconds.
void compile_once();

// From showing the window to the first picture, and frames while panning. Left out where the window
// is not built.
void bench_window(int rounds, Report& report);

}  // namespace ng::bench
