// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/scaling/measured_rank.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/median.h"
#include "engine/distributed/solo_ranks.h"
#include "engine/neon/training/training.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double, std::micro>(end - begin).count();
}

class RankTimes {
 public:
  RankTimes(TrainingRun& run, const ScaledProgram& program)
      : run_(run), program_(program), steps_(run.computation().step_count()) {
    const std::int64_t calls = 2 * program.calls;
    if (run.total() <= calls) run.set_epochs(calls / run.plan().batches + 1);
    run_.step();  // the first call is slower and runs the steps that run once
  }

  // Both kinds of calls take turns, so that a slow phase of the machine affects both.
  std::vector<double> medians() {
    for (std::int64_t call = 0; call < program_.calls; ++call) {
      time_steps();
      time_call();
      require_not_cancelled();
    }
    std::vector<double> found;
    double sum = 0;
    for (const std::vector<double>& times : steps_) sum += found.emplace_back(median(times));
    const double scale = sum > 0 && !whole_.empty() ? median(whole_) / sum : 1;
    for (double& time : found) time *= scale;
    return found;
  }

 private:
  void require_not_cancelled() const {
    if (program_.cancelled && *program_.cancelled)
      refuse(ErrorKind::cancelled, "measuring the steps of a rank was cancelled");
  }

  void time_steps() {
    Clock::time_point begin;
    run_.step([&](std::size_t done) {
      if (done > 0) steps_.at(done - 1).push_back(microseconds(begin, Clock::now()));
      begin = Clock::now();
    });
  }

  void time_call() {
    if (!run_.begin_call()) return require_not_cancelled();
    const Clock::time_point begin = Clock::now();
    run_.computation().run();
    whole_.push_back(microseconds(begin, Clock::now()));
    run_.finish_call();
  }

  TrainingRun& run_;
  const ScaledProgram& program_;
  std::vector<std::vector<double>> steps_;  // µs of each call, by step
  std::vector<double> whole_;               // µs of each call
};

}  // namespace

MeasuredRank measured_rank(const ScaledProgram& program, const std::vector<MeshAxis>& axes,
                           const std::string& growing, std::int64_t length, int stage) {
  CompileOptions compiling = program.options;
  if (!axes.empty()) compiling.ranks = make_solo_ranks(axes, stage);
  TrainingOptions options;
  options.cancelled = options.gives_up_waits = program.cancelled;
  options.history_bytes = 0;
  options.compile = [&compiling](Transformer& transformer, const Op& node) {
    return transformer.add_computation(node, compiling);
  };
  const TransformerPtr transformer = allocate_transformer(program.transformer);
  transformer->options().ranks = compiling.ranks;
  TrainingRun run(program.with_length(length), transformer, options);
  const std::vector<double> times = RankTimes(run, program).medians();
  const Program& compiled = run.computation().compilation().program;
  return {cluster_steps(compiled, times), computes_with_wholes(compiled, growing)};
}

Document calls_only(Document document) {
  if (document.plan) {
    document.plan->evaluations.clear();
    document.plan->plots.clear();
    document.plan->callbacks.clear();
  }
  return document;
}

}  // namespace ng
