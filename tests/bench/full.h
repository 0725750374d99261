// SPDX-License-Identifier: Apache-2.0
// The long rows of the bench: training networks, and operations over large arrays.
#pragma once

#include <string>

#include "tests/bench/report.h"

namespace ng::bench {

struct FullOptions {
  std::string only;   // substring of the names of the rows to run; empty: all
  std::string peers;  // as Options::peers; empty: only oneDNN and our own copy kernel
  int threads = 1;    // of every contender
  int rounds = 31;
  bool profile = false;  // also report the time of each step
};

void bench_full(const FullOptions& options, Report& report);

}  // namespace ng::bench
