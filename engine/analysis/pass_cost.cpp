// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/pass_cost.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/analysis/compare/compare_transformers.h"
#include "engine/analysis/compare/tensor_difference.h"
#include "engine/base/quote.h"
#include "engine/passes/pass.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;

struct Tried {
  PipelineFigures figures;
  std::vector<Tensor> results;
  CompilationRecordPtr record;
  TransformerPtr transformer;
  Computation computation;
};

double time_of(const Computation& computation, const std::vector<Tensor>& arguments) {
  computation.begin(arguments);
  const auto from = Clock::now();
  computation.run();
  return std::chrono::duration<double, std::micro>(Clock::now() - from).count();
}

void take(PipelineFigures& figures, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  figures.low = at(0.25), figures.microseconds = at(0.5), figures.high = at(0.75);
}

// Calls both programs alternately for 400 ms, and alternates which of them is called first.
void measure(Tried& with, Tried& without, const CostRequest& request,
             const CompileOptions& options) {
  if (!request.arguments) return;
  std::vector<double> first, second;
  const auto end = Clock::now() + std::chrono::milliseconds(400);
  while (first.size() < 2000 && (first.size() < 5 || Clock::now() < end)) {
    if (options.progress && !options.progress("measuring", -1))
      refuse(ErrorKind::cancelled, "measuring was cancelled");
    const bool turned = first.size() % 2 == 1;
    if (turned) second.push_back(time_of(without.computation, *request.arguments));
    first.push_back(time_of(with.computation, *request.arguments));
    if (!turned) second.push_back(time_of(without.computation, *request.arguments));
  }
  take(with.figures, std::move(first));
  take(without.figures, std::move(second));
}

Tried tried(const CostRequest& request, CompileOptions options) {
  options.keep_record = true;
  Tried all;
  all.transformer = allocate_transformer(request.transformer);
  all.computation = all.transformer->add_computation(request.computation, options);
  all.record = make_record(all.computation.compilation());
  all.figures.kernels = static_cast<std::int64_t>(all.record->kernels.size());
  all.figures.bytes = all.record->bytes;
  all.figures.peak_bytes = all.record->peak_bytes;
  if (!request.arguments) return all;
  set_state(*all.transformer, request.state);
  for (const auto& result : all.computation.call(*request.arguments))
    if (result) all.results.push_back(*result);
  return all;
}

PassCost cost_of(const Tried& with, const Tried& without) {
  PassCost cost{with.figures, without.figures, 0};
  for (std::size_t i = 0; i < with.results.size() && i < without.results.size(); ++i)
    cost.error =
        std::max(cost.error, difference(without.results[i], with.results[i], 0, 0).relative);
  return cost;
}

void require_optional(const CompilationRecord& record, const std::string& pass) {
  const bool known = std::any_of(record.passes.begin(), record.passes.end(),
                                 [&](const PassRecord& each) { return each.name == pass; });
  if (!known) refuse(ErrorKind::value, "no pass " + quote(pass) + " in this compilation");
  const Pass* const row = find_pass(pass);
  if (row && row->required)
    refuse(ErrorKind::value, quote(pass) + " cannot be switched off: " + std::string(row->reason));
}

}  // namespace

bool within_noise(const PipelineFigures& a, const PipelineFigures& b) {
  const auto inside = [](double value, const PipelineFigures& of) {
    return value >= of.low && value <= of.high;
  };
  const double apart = std::abs(a.microseconds - b.microseconds);
  return (inside(a.microseconds, b) && inside(b.microseconds, a)) ||
         apart < 0.02 * std::max(a.microseconds, b.microseconds);
}

PassCost pipeline_cost(const CostRequest& request, const CompileOptions& with,
                       const CompileOptions& without) {
  Tried first = tried(request, with), second = tried(request, without);
  measure(first, second, request, with);
  return cost_of(first, second);
}

PassCost pass_cost(const CostRequest& request, const CompileOptions& options,
                   const std::string& pass) {
  Tried with = tried(request, options);
  require_optional(*with.record, pass);
  CompileOptions less = options;
  less.passes.disabled.insert(pass);
  Tried without = tried(request, less);
  measure(with, without, request, options);
  return cost_of(with, without);
}

}  // namespace ng
