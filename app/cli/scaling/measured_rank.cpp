// SPDX-License-Identifier: Apache-2.0
#include "app/cli/scaling/measured_rank.h"

#include <algorithm>
#include <chrono>

#include "app/cli/cancel.h"
#include "app/cli/compiled.h"
#include "app/cli/feeds.h"
#include "app/cli/lengths.h"
#include "engine/analysis/axis_facts.h"
#include "engine/base/error.h"
#include "engine/distributed/solo_ranks.h"
#include "engine/documents/document_record.h"
#include "engine/neon/training/training.h"
#include "engine/records/document_record.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"

namespace ng::cli {
namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double, std::micro>(end - begin).count();
}

double median(std::vector<double> times) {
  const auto middle = times.begin() + std::ssize(times) / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

class RankTimes {
 public:
  RankTimes(TrainingRun& run, std::int64_t calls)
      : run_(run), calls_(calls), steps_(run.computation().step_count()) {
    if (run.total() <= 2 * calls) run.set_epochs(2 * calls / run.plan().batches + 1);
    run_.step();  // the first call is slower and runs the steps that run once
  }

  // Both kinds of calls take turns, so that a slow phase of the machine affects both.
  std::vector<double> medians() {
    for (std::int64_t call = 0; call < calls_; ++call) {
      timeSteps();
      timeCall();
      throwIfCancelled("measuring the steps of a rank");
    }
    std::vector<double> found;
    double sum = 0;
    for (const std::vector<double>& times : steps_)
      sum += found.emplace_back(times.empty() ? 0 : median(times));
    const double scale = sum > 0 ? median(whole_) / sum : 1;
    for (double& time : found) time *= scale;
    return found;
  }

 private:
  void timeSteps() {
    Clock::time_point begin;
    run_.step([&](std::size_t done) {
      if (done > 0) steps_.at(done - 1).push_back(microseconds(begin, Clock::now()));
      begin = Clock::now();
    });
  }

  void timeCall() {
    if (!run_.begin_call()) return throwIfCancelled("measuring the steps of a rank");
    const Clock::time_point begin = Clock::now();
    run_.computation().run();
    whole_.push_back(microseconds(begin, Clock::now()));
    run_.finish_call();
  }

  TrainingRun& run_;
  std::int64_t calls_;
  std::vector<std::vector<double>> steps_;  // µs of each call, by step
  std::vector<double> whole_;               // µs of each call
};

// The document with a plan of nothing but calls: evaluations and callbacks are not measured, and
// data of evaluations may not have the lengths of the calls.
Document withCallsOnly(const Arguments& arguments, Document document, const Op& computation) {
  if (document.plan) {
    document.plan->evaluations.clear();
    document.plan->plots.clear();
    document.plan->callbacks.clear();
  }
  return withPlanFor(arguments, document, computation);
}

[[noreturn]] void refuseAxis(const std::string& name, const std::string& found) {
  Diagnostic diagnostic;
  diagnostic.what = "the graph cannot be divided along " + name;
  diagnostic.found = found;
  diagnostic.expected = "an axis of the graph with a length";
  diagnostic.action = "name one that 'ngraph axes' lists";
  refuse(ErrorKind::key, std::move(diagnostic));
}

}  // namespace

MeasuredRank measureRank(const Arguments& arguments, const RunOverrides& lengths,
                         const std::vector<MeshAxis>& axes, const std::string& growing) {
  const std::int64_t calls = arguments.integer("--calls", 1, 1'000'000, 20);
  const Document document = openResized(arguments, lengths);
  CompileOptions compiling = compileOptions(arguments);
  compiling.passes.ranks = {};
  if (!axes.empty()) compiling.ranks = make_solo_ranks(axes);
  TrainingOptions options;
  options.cancelled = options.gives_up_waits = cancelFlag();
  options.history_bytes = 0;
  options.compile = [&](Transformer& transformer, const Op& node) {
    return transformer.add_computation(node, compiling);
  };
  const TransformerPtr transformer = allocate_transformer(transformerName(arguments));
  transformer->options().ranks = compiling.ranks;
  TrainingRun run(withCallsOnly(arguments, document, chosenComputation(arguments, document)),
                  transformer, options);
  const std::vector<double> times = RankTimes(run, calls).medians();
  const Program& program = run.computation().compilation().program;
  return {cluster_steps(program, times), computes_with_wholes(program, growing)};
}

ScaledAxis axisNamed(const Arguments& arguments, const std::string& name) {
  const Document document = openDocument(arguments);
  const DocumentRecordPtr record = make_document_record(document);
  for (const AxisFacts& facts : axis_facts(*record->graph, nullptr)) {
    const AxisRecord& axis = facts.axis;
    if (axis.name != name || axis.dual_level != 0) continue;
    if (!axis.length) refuseAxis(name, axis_text(axis));
    return {name, *axis.length, axis.role == AxisRole::batch};
  }
  refuseAxis(name, "no value with an axis of this name");
}

RunOverrides lengthsWith(const Arguments& arguments, const ScaledAxis& axis, std::int64_t length) {
  RunOverrides lengths = lengthsOf(arguments);
  lengths.axis_lengths.erase(axis.name);
  if (axis.isBatch)
    lengths.batch_size = length;
  else
    lengths.axis_lengths[axis.name] = length;
  return lengths;
}

}  // namespace ng::cli
