// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/gpu_checks.h"

#include "tests/fuzz/programs/check.h"
#include "tests/ops/op_cases.h"
#include "tests/support/training_graphs.h"

namespace ng {
namespace {

// The check's result, or the error that ended it.
std::string fault_of(const std::function<std::string()>& check) {
  try {
    return check();
  } catch (const Error& error) {
    return std::string("error: ") + error.what();
  }
}

std::string case_fault(const OpCase& c, const std::string& transformer) {
  const Values expected = run_once("reference", c.results, c.inputs);
  for (const bool fused : {true, false}) {
    CompileOptions options;
    if (!fused) options.passes.disabled = {"fuse"};
    const Values found = run_once(transformer, c.results, c.inputs, options);
    const std::string text = difference_text(found, expected, 1e-6, 1e-6);
    if (!text.empty()) return (fused ? "" : "without fusion: ") + text;
  }
  return {};
}

std::string sample_fault(const TriedComputation& tried, const std::string& transformer) {
  const std::vector<Values> expected = run_calls(tried, "reference");
  const std::vector<Values> found = run_calls(tried, transformer);
  const std::vector<Values> again = run_calls(tried, transformer);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string call = "call " + std::to_string(i) + ": ";
    if (auto text = difference_text(found[i], expected[i], 1e-5, 2e-6); !text.empty())
      return call + text;
    if (auto text = difference_text(again[i], found[i], 0, 0); !text.empty())
      return call + "a second run differs: " + text;
  }
  return {};
}

}  // namespace

void check_op_cases(const std::string& transformer, const Report& report) {
  for (const OpCase& c : all_op_cases()) {
    report({"op cases", c.op + ", " + c.variant, fault_of([&] { return case_fault(c, transformer); })});
  }
}

void check_samples(const std::string& transformer, const Report& report) {
  for (const TriedComputation& tried : all_tried_computations()) {
    report({"samples", tried.name, fault_of([&] { return sample_fault(tried, transformer); })});
  }
}

void check_random_programs(const std::string& transformer, int first, int count,
                           const Report& report) {
  for (int i = first; i < first + count; ++i) {
    const fuzz::Recipe recipe = fuzz::random_recipe(static_cast<std::uint64_t>(i));
    report({"random programs", fuzz::describe(recipe), fuzz::fault_on(transformer, recipe)});
  }
}

}  // namespace ng
