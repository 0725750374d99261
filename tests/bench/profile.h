// SPDX-License-Identifier: Apache-2.0
// Reports where a computation spends its time: its steps, slowest first.
#pragma once

#include <string>

#include "tests/bench/prepared.h"

namespace ng::bench {

// Runs the steps one by one `runs` times and takes each step's median: a table of microseconds,
// share, step and ops. Steps of one launch are timed separately here.
std::string profile(Prepared& prepared, int runs);

}  // namespace ng::bench
