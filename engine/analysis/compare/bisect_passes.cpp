// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/bisect_passes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "engine/base/number.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;

std::string text_of(double number) {
  return to_string(Number(number), 3);
}

class Bisection {
 public:
  explicit Bisection(const BisectRequest& request) : request_(request) {
    record_.measure = request.slower > 0 ? BisectMeasure::time : BisectMeasure::error;
    record_.limit = request.slower > 0 ? request.slower : request.tolerance;
    list_passes();
  }

  // After a cancellation returns the trials made so far; without any rethrows the Error.
  BisectRecord run() {
    try {
      request_.slower > 0 ? by_time() : by_error();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::cancelled || tried_.empty()) throw;
      record_.complete = false;
      record_.text = "It was stopped after " + std::to_string(tried_.size()) +
                     (tried_.size() == 1 ? " trial" : " trials");
    }
    for (auto& [prefix, trial] : tried_) record_.trials.push_back(trial);
    return record_;
  }

 private:
  // Lists the optional passes of this transformer's pipeline.
  void list_passes() {
    CompileOptions options = request_.options;
    options.progress = {};
    const TransformerPtr made = allocate_transformer(request_.transformer);
    const Computation whole = made->add_computation(request_.computation, options);
    for (const PassResult& pass : whole.compilation().passes)
      if (pass.enabled && !pass.pass->required) passes_.emplace_back(pass.pass->name);
  }

  std::vector<Tensor> results_of(const std::string& transformer, const CompileOptions& options,
                                 double* microseconds) const {
    const TransformerPtr made = allocate_transformer(transformer);
    const Computation computation = made->add_computation(request_.computation, options);
    set_state(*made, request_.state);
    std::vector<Tensor> all;
    for (const auto& result : computation.call(request_.arguments))
      if (result) all.push_back(*result);
    if (microseconds) *microseconds = time_of(computation);
    return all;
  }

  // Best time of several calls, measured for about 200 ms.
  double time_of(const Computation& computation) const {
    double best = HUGE_VAL;
    const auto end = Clock::now() + std::chrono::milliseconds(200);
    for (int i = 0; i < 2000 && (i < 5 || Clock::now() < end); ++i) {
      computation.begin(request_.arguments);
      const auto from = Clock::now();
      computation.run();
      best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - from).count());
    }
    return best;
  }

  // Compiles and runs with only the first `prefix` optional passes.
  BisectTrial& trial(std::size_t prefix) {
    const auto known = tried_.find(prefix);
    if (known != tried_.end()) return known->second;
    CompileOptions options = request_.options;
    const double part = static_cast<double>(tried_.size()) / expected();
    options.progress = [this, prefix, part](const std::string&, double) {
      return !request_.options.progress ||
             request_.options.progress("trying the passes up to " + name_of(prefix), part);
    };
    if (!options.progress({}, 0)) refuse(ErrorKind::cancelled, "bisecting was cancelled");
    for (std::size_t i = prefix; i < passes_.size(); ++i)
      options.passes.disabled.insert(passes_[i]);
    BisectTrial made;
    made.pass = prefix == 0 ? "" : passes_[prefix - 1];
    const bool timed = request_.slower > 0;
    const auto values =
        results_of(request_.transformer, options, timed ? &made.microseconds : nullptr);
    if (reference_.empty())
      reference_ = results_of(oracle_transformer(), CompileOptions(), nullptr);
    for (std::size_t i = 0; i < values.size() && i < reference_.size(); ++i)
      made.error = std::max(made.error, difference(values[i], reference_[i], 0, 0).relative);
    made.good = made.error <= request_.tolerance;
    return tried_[prefix] = made;
  }

  double expected() const {
    return request_.slower > 0 ? static_cast<double>(passes_.size()) + 1
                               : std::ceil(std::log2(static_cast<double>(passes_.size()) + 1)) + 2;
  }

  std::string name_of(std::size_t prefix) const {
    return prefix == 0 ? "none" : passes_[prefix - 1];
  }

  void by_error() {
    const std::string limit = text_of(request_.tolerance);
    if (trial(passes_.size()).good) {
      record_.text = "The results are within " + limit +
                     " of the reference with all passes: " + text_of(trial(passes_.size()).error);
      return;
    }
    if (!trial(0).good) {
      record_.text = "No optional pass causes the error: without optional passes the results are " +
                     text_of(trial(0).error) + " from the reference";
      return;
    }
    std::size_t good = 0, bad = passes_.size();
    while (bad - good > 1) {
      const std::size_t middle = (good + bad) / 2;
      (trial(middle).good ? good : bad) = middle;
    }
    record_.culprit = passes_[bad - 1];
    record_.text = record_.culprit + " is the first pass with results beyond " + limit + ": " +
                   text_of(trial(good).error) + " before it, " + text_of(trial(bad).error) +
                   " with it";
  }

  void by_time() {
    for (std::size_t prefix = 0; prefix <= passes_.size(); ++prefix) {
      BisectTrial& now = trial(prefix);
      now.good = true;
      if (prefix == 0) continue;
      const double before = trial(prefix - 1).microseconds;
      if (now.microseconds <= request_.slower * before) continue;
      now.good = false;
      if (!record_.culprit.empty()) continue;
      record_.culprit = now.pass;
      record_.text = now.pass + " makes a call " + text_of(now.microseconds / before) +
                     " times as long: " + text_of(before) + " µs before it, " +
                     text_of(now.microseconds) + " µs with it";
    }
    if (record_.culprit.empty())
      record_.text = "No pass makes a call " + text_of(request_.slower) + " times as long";
  }

  const BisectRequest& request_;
  BisectRecord record_;
  std::vector<std::string> passes_;
  std::map<std::size_t, BisectTrial> tried_;
  std::vector<Tensor> reference_;
};

}  // namespace

BisectRecord bisect_passes(const BisectRequest& request) {
  return Bisection(request).run();
}

}  // namespace ng
