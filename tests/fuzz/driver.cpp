// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry point for one target. A fault of the target aborts, and so does much work.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/target.h"
#include "tests/support/effort.h"

namespace {

constexpr double most_units = 1000;  // of work

#define NGRAPH_TARGET(name) {#name, ng::fuzz::target_##name}
constexpr ng::fuzz::Target target = NGRAPH_FUZZ_TARGETS;
#undef NGRAPH_TARGET

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ng::testing::Effort effort;
  const std::string fault = ng::fuzz::fault_of(target, std::as_bytes(std::span(data, size)));
  const bool slow = !effort.within(most_units);
  if (!fault.empty()) std::fprintf(stderr, "fault of %s: %s\n", target.name, fault.c_str());
  if (slow) std::fprintf(stderr, "%s took %.2f s\n", target.name, effort.seconds());
  if (!fault.empty() || slow) std::abort();
  return 0;
}
