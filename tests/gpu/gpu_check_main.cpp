// SPDX-License-Identifier: Apache-2.0
// ngraph_gpu_check: compares a transformer with the reference and prints a table. Needs no Qt; see
// `./dev test-gpu`.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "engine/ngraph.h"
#include "engine/runtime/print_sink.h"
#include "tests/gpu/gpu_checks.h"

namespace {

struct Row {
  int passed = 0, failed = 0;
  double seconds = 0;
};

std::map<std::string, Row> rows;
std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();

void count(const ng::Check& check) {
  const auto now = std::chrono::steady_clock::now();
  Row& row = rows[check.group];
  row.seconds += std::chrono::duration<double>(now - last).count();
  last = now;
  ++(check.fault.empty() ? row.passed : row.failed);
  if (check.fault.empty()) return;
  std::printf("FAILED %s: %s\n  %s\n", check.group.c_str(), check.name.c_str(),
              check.fault.c_str());
  std::fflush(stdout);
}

}  // namespace

// ngraph_gpu_check [TRANSFORMER [RANDOM PROGRAMS [FIRST]]]: with FIRST only the random programs,
// from that number on.
int main(int words, char** text) {
  const std::string transformer = words > 1 ? text[1] : "gpu";
  const int programs = words > 2 ? std::atoi(text[2]) : 500;
  const int first = words > 3 ? std::atoi(text[3]) : -1;
  ng::set_print_sink([](const std::string&) {});
  try {
    ng::allocate_transformer(transformer);
  } catch (const ng::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
  if (first < 0) {
    ng::check_op_cases(transformer, ng::Orders::one, count);
    ng::check_integers(transformer, count);
    ng::check_convolutions(transformer, count);
    ng::check_samples(transformer, ng::Orders::one, count);
  }
  ng::check_random_programs(transformer, std::max(first, 0), programs, count);
  int failed = 0;
  std::printf("%-18s %8s %8s %10s\n", transformer.c_str(), "passed", "failed", "seconds");
  for (const auto& [group, row] : rows) {
    std::printf("%-18s %8d %8d %10.1f\n", group.c_str(), row.passed, row.failed, row.seconds);
    failed += row.failed;
  }
  return failed ? 1 : 0;
}
