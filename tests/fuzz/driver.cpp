// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry point for one target. A fault of the target, or 1 s of processor time, aborts.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "tests/fuzz/target.h"

namespace {

constexpr double most_seconds = 1;

double seconds_used() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

#define NGRAPH_TARGET(name) {#name, ng::fuzz::target_##name}
constexpr ng::fuzz::Target target = NGRAPH_FUZZ_TARGETS;
#undef NGRAPH_TARGET

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const double before = seconds_used();
  const std::string fault = ng::fuzz::fault_of(target, std::as_bytes(std::span(data, size)));
  const double seconds = seconds_used() - before;
  if (!fault.empty()) std::fprintf(stderr, "fault of %s: %s\n", target.name, fault.c_str());
  if (seconds > most_seconds) std::fprintf(stderr, "%s took %.2f s\n", target.name, seconds);
  if (!fault.empty() || seconds > most_seconds) std::abort();
  return 0;
}
