// SPDX-License-Identifier: Apache-2.0
// The window, measured in processes of its own.
#pragma once

#include "tests/bench/report.h"

namespace ng::bench {

// From showing the window to the first picture, and frames while panning. Left out where the window
// is not built.
void bench_window(int rounds, Report& report);

}  // namespace ng::bench
