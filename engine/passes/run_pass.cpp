// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "engine/lowering/program_passes/verify_program.h"
#include "engine/passes/loops.h"
#include "engine/passes/pass.h"

namespace ng {
namespace {

bool same(const Graph& a, const Graph& b) {
  return a.results == b.results && a.writes == b.writes && a.kept == b.kept && a.unused == b.unused;
}

using Clock = std::chrono::steady_clock;

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

PassResult result_of(const Pass& pass, const PassOptions& options) {
  PassResult result;
  result.pass = &pass;
  result.enabled = pass.required || !pass.is_disabled(options);
  for (const std::string_view rule : pass.rules)
    if (options.disabled.count(std::string(rule))) result.disabled_rules.push_back(rule);
  return result;
}

void refuse_faults(const Pass& pass, const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) text += "\n  " + fault;
  check(faults.empty(), ("after pass " + std::string(pass.name) + ":" + text).c_str());
}

}  // namespace

PassResult run_pass(const Pass& pass, const Graph& graph, const PassOptions& options,
                    Verify verify_when) {
  PassResult result = result_of(pass, options);
  result.before = result.after = graph;
  if (!result.enabled) return result;
  PassContext context{options, {}, {}, {}};
  const auto start = Clock::now();
  result.after = run_on_loops(pass, pass.run(graph, context), context);
  result.microseconds = microseconds_since(start);
  result.rewrites = std::move(context.rewrites);
  result.diagnostics = std::move(context.diagnostics);
  result.placements = std::move(context.placements);
  result.changed = !same(result.before, result.after);
  if (verify_when == Verify::always || pass.check_point) refuse_faults(pass, verify(result.after));
  return result;
}

PassResult run_pass(const Pass& pass, Program& program, const ProgramRun& run) {
  PassResult result = result_of(pass, run.options);
  if (run.keep_texts)
    result.program_before = run.before.empty() ? LazyText(print(program)) : run.before;
  const auto start = Clock::now();
  if (result.enabled) {
    pass.change(program, run.backend);
  } else if (pass.instead) {
    pass.instead(program);
  }
  result.microseconds = microseconds_since(start);
  if (run.keep_texts) {
    std::string after = print(program);
    result.changed = after != result.program_before.str();
    result.program_after = result.changed ? LazyText(std::move(after)) : result.program_before;
  }
  if (run.verify == Verify::always || pass.check_point) refuse_faults(pass, verify(program));
  return result;
}

}  // namespace ng
