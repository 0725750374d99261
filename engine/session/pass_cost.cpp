// SPDX-License-Identifier: Apache-2.0
#include "engine/session/pass_cost.h"

#include <algorithm>
#include <chrono>

#include "engine/base/quote.h"
#include "engine/session/compare_transformers.h"
#include "engine/session/tensor_difference.h"

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;

struct Tried {
  PipelineFigures figures;
  std::vector<Tensor> results;
  CompilationRecordPtr record;
};

// The median of the calls of a fifth of a second.
double time_of(const Computation& computation, const std::vector<Tensor>& arguments,
               const CompileOptions& options) {
  std::vector<double> times;
  const auto end = Clock::now() + std::chrono::milliseconds(200);
  while (times.size() < 2000 && (times.size() < 5 || Clock::now() < end)) {
    if (options.progress && !options.progress("measuring", -1))
      refuse(ErrorKind::cancelled, "measuring was cancelled");
    computation.begin(arguments);
    const auto from = Clock::now();
    computation.run();
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - from).count());
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

Tried tried(const CostRequest& request, CompileOptions options) {
  options.keep_record = true;
  const TransformerPtr made = allocate_transformer(request.transformer);
  const Computation computation = made->add_computation(request.computation, options);
  Tried all;
  all.record = make_record(computation.compilation());
  all.figures.kernels = static_cast<std::int64_t>(all.record->kernels.size());
  all.figures.bytes = all.record->bytes;
  all.figures.peak_bytes = all.record->peak_bytes;
  if (!request.arguments) return all;
  made->allocate();
  set_state(*made, request.state);
  for (const auto& result : computation.call(*request.arguments))
    if (result) all.results.push_back(*result);
  all.figures.microseconds = time_of(computation, *request.arguments, options);
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
  if (!known) refuse(ErrorKind::value, "there is no pass " + quote(pass) + " in this compilation");
  const Pass* const row = find_pass(pass);
  if (row && row->required)
    refuse(ErrorKind::value, quote(pass) + " cannot be switched off: " + std::string(row->reason));
}

}  // namespace

PassCost pipeline_cost(const CostRequest& request, const CompileOptions& with,
                       const CompileOptions& without) {
  const Tried first = tried(request, with);
  return cost_of(first, tried(request, without));
}

PassCost pass_cost(const CostRequest& request, const CompileOptions& options,
                   const std::string& pass) {
  const Tried with = tried(request, options);
  require_optional(*with.record, pass);
  CompileOptions less = options;
  less.passes.disabled.insert(pass);
  return cost_of(with, tried(request, less));
}

}  // namespace ng
