// SPDX-License-Identifier: Apache-2.0
// Measures how long the sample documents take to compile, in separate processes.
#pragma once

#include <string>

#include "tests/bench/report.h"

namespace ng::bench {

// For each document, all its computations: without cached objects and with the compiler not loaded;
// with objects on disk; for the logistic regression, again in the same process. Reading the
// document is not included. Only the logistic regression has target figures.
void bench_compile(int rounds, Report& report);

// Runs in the child process: compiles a document twice and prints both times in microseconds.
void compile_once(const std::string& document);

}  // namespace ng::bench
