// SPDX-License-Identifier: Apache-2.0
// Measures a document of many ops.
#pragma once

#include "tests/bench/report.h"

namespace ng::bench {

// The first picture after the process started, quitting, an export, and the time and memory of a
// compilation; each once, because with 100,000 ops they take minutes.
void bench_large(int ops, Report& report);

}  // namespace ng::bench
