// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "engine/passes/loops.h"
#include "engine/passes/pass.h"

namespace ng {
namespace {

bool same(const Graph& a, const Graph& b) {
  return a.results == b.results && a.writes == b.writes && a.kept == b.kept &&
         a.unused == b.unused;
}

}  // namespace

PassResult run_pass(const Pass& pass, const Graph& graph, const PassOptions& options,
                    Verify verify_when) {
  PassResult result;
  result.pass = &pass;
  result.before = result.after = graph;
  result.enabled = pass.required || !pass.is_disabled(options);
  for (const std::string_view rule : pass.rules)
    if (options.disabled.count(std::string(rule))) result.disabled_rules.push_back(rule);
  if (!result.enabled) return result;
  PassContext context{options, {}, {}, {}};
  const auto start = std::chrono::steady_clock::now();
  result.after = run_on_loops(pass, pass.run(graph, context), context);
  const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
  result.microseconds = spent.count();
  result.rewrites = std::move(context.rewrites);
  result.diagnostics = std::move(context.diagnostics);
  result.changed = !same(result.before, result.after);
  if (verify_when == Verify::always || pass.check_point) {
    std::string faults;
    for (const std::string& fault : verify_with_loops(result.after)) faults += "\n  " + fault;
    check(faults.empty(), ("after pass " + std::string(pass.name) + ":" + faults).c_str());
  }
  return result;
}

}  // namespace ng
