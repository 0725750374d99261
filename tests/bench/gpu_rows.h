// SPDX-License-Identifier: Apache-2.0
// The rows of `./dev bench-gpu`: training networks, and operations over large arrays, on the GPU.
// Every contender keeps its data on the device; each measurement ends when the device is idle.
#pragma once

#include "tests/bench/full.h"

namespace ng::bench {

// Throws an unavailable Error with the reason if `gpu` cannot run here.
void bench_gpu(const FullOptions& options, Report& report);

}  // namespace ng::bench
