// SPDX-License-Identifier: Apache-2.0
// How long the sample documents take to compile, in processes of their own.
#pragma once

#include <string>

#include "tests/bench/report.h"

namespace ng::bench {

// For each document, all its computations: with no object anywhere and the compiler not yet opened;
// with objects on disk; for the logistic regression, again in the same process. Reading the
// document is not counted. Only the logistic regression has aims.
void bench_compile(int rounds, Report& report);

// What bench_compile starts: compiles a document twice, prints both times in microseconds.
void compile_once(const std::string& document);

}  // namespace ng::bench
