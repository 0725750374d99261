// SPDX-License-Identifier: Apache-2.0
// Where the time of a computation goes: its steps, slowest first.
#pragma once

#include <string>

#include "tests/bench/prepared.h"

namespace ng::bench {

// Runs the steps one by one, so many times, and takes each step's median: a table of microseconds,
// share, step and ops. Steps that one launch would run together are timed apart here.
std::string profile(Prepared& prepared, int runs);

}  // namespace ng::bench
