// SPDX-License-Identifier: Apache-2.0
// The long rows of the bench: nets that train, and operations over large arrays.
#pragma once

#include <string>

#include "tests/bench/report.h"

namespace ng::bench {

struct FullOptions {
  std::string only;   // part of the names of the rows wanted; empty: all
  std::string peers;  // as Options::peers: without it oneDNN and our own copy kernel alone
  int threads = 1;    // of every contender
  int rounds = 31;
  bool profile = false;  // where our time goes, after the rows
};

void bench_full(const FullOptions& options, Report& report);

}  // namespace ng::bench
