// SPDX-License-Identifier: Apache-2.0
#include "engine/session/pass_cost.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/base/quote.h"
#include "engine/session/tensor_difference.h"

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;

struct Tried {
  PassCost::Side side;
  std::vector<Tensor> results;
  CompilationRecordPtr record;
};

// The best of the calls of a fifth of a second.
double time_of(const Computation& computation, const std::vector<Tensor>& arguments) {
  double best = HUGE_VAL;
  const auto end = Clock::now() + std::chrono::milliseconds(200);
  for (int i = 0; i < 2000 && (i < 5 || Clock::now() < end); ++i) {
    computation.begin(arguments);
    const auto from = Clock::now();
    computation.run();
    best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - from).count());
  }
  return best;
}

Tried tried(const Op& node, const std::string& transformer, CompileOptions options,
            const std::vector<Tensor>& arguments) {
  options.keep_record = true;
  const TransformerPtr made = allocate_transformer(transformer);
  const Computation computation = made->add_computation(node, options);
  Tried all;
  all.record = make_record(computation.compilation());
  for (const auto& result : computation.call(arguments))
    if (result) all.results.push_back(*result);
  all.side.kernels = static_cast<std::int64_t>(all.record->kernels.size());
  all.side.bytes = all.record->bytes;
  all.side.peak_bytes = all.record->peak_bytes;
  all.side.microseconds = time_of(computation, arguments);
  return all;
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

PassCost pass_cost(const Op& computation, const std::string& transformer,
                   const CompileOptions& options, const std::vector<Tensor>& arguments,
                   const std::string& pass) {
  const Tried with = tried(computation, transformer, options, arguments);
  require_optional(*with.record, pass);
  CompileOptions less = options;
  less.passes.disabled.insert(pass);
  const Tried without = tried(computation, transformer, less, arguments);
  PassCost cost{with.side, without.side, 0};
  for (std::size_t i = 0; i < with.results.size() && i < without.results.size(); ++i)
    cost.error =
        std::max(cost.error, difference(without.results[i], with.results[i], 0, 0).relative);
  return cost;
}

}  // namespace ng
