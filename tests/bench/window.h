// SPDX-License-Identifier: Apache-2.0
// Measures the window in separate processes.
#pragma once

#include "tests/bench/report.h"

namespace ng::bench {

// Time from showing the window to the first picture, and frame times while panning. Skipped if the
// window is not built.
void bench_window(int rounds, Report& report);

}  // namespace ng::bench
