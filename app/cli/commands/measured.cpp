// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/measured.h"

#include "app/cli/cancel.h"
#include "app/cli/commands/trace.h"
#include "app/cli/compiled.h"
#include "app/cli/feeds.h"
#include "engine/analysis/machine_peaks.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"

namespace ng::cli {
namespace {

TrainingOptions hooks(const Arguments& arguments) {
  TrainingOptions options;
  options.cancelled = options.gives_up_waits = cancelFlag();
  options.history_bytes = 0;
  options.compile = [&arguments](Transformer& transformer, const Op& node) {
    CompileOptions with = compileOptions(arguments);
    with.keep_record = true;
    return transformer.add_computation(node, with);
  };
  return options;
}

void setTimes(CompilationRecord& record, const std::vector<double>& sums, std::int64_t calls) {
  for (KernelRecord& kernel : record.kernels) {
    double microseconds = 0;
    std::int64_t steps = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (record.steps[i].kernel != kernel.name) continue;
      microseconds += sums[i];
      ++steps;
    }
    kernel.launches = steps * calls;
    if (kernel.launches) kernel.microseconds = microseconds / static_cast<double>(kernel.launches);
  }
}

// Adds up the times of steps over calls.
class StepSums {
 public:
  StepSums(TrainingRun& run, Trace& trace)
      : run_(run), trace_(trace), sums_(run.computation().step_count()) {}

  // Steps are timed by the host, one after the other. False: the run is over.
  bool callInSteps(std::int64_t call) {
    Clock::time_point first, begin;
    const bool made = run_.step([&](std::size_t done) {
      const Clock::time_point now = Clock::now();
      if (done > 0) {
        add(done - 1, begin, now);
        trace_.addStep(done - 1, call, begin, now);
      }
      begin = Clock::now();
      if (done == 0) first = begin;
    });
    if (made) trace_.addCall(call, first, begin);
    return made;
  }

  // The device measures the steps, which do not wait for each other.
  bool callOnDevice(std::int64_t call) {
    const auto turns = trace_.callOnDevice(run_, call);
    if (!turns) return false;
    for (const DeviceTurn& turn : *turns) add(turn.step, turn.begin, turn.end);
    return true;
  }

  const std::vector<double>& microseconds() const { return sums_; }

 private:
  using Clock = Trace::Clock;
  void add(std::size_t step, Clock::time_point begin, Clock::time_point end) {
    sums_.at(step) += std::chrono::duration<double, std::micro>(end - begin).count();
  }

  TrainingRun& run_;
  Trace& trace_;
  std::vector<double> sums_;
};

}  // namespace

Measured measure(const Arguments& arguments, bool keepsTrace) {
  const std::int64_t wanted = arguments.integer("--calls", 1, 1'000'000, 20);
  const Document document = openDocument(arguments);
  const Document toRun = withPlanFor(arguments, document, chosenComputation(arguments, document));
  const TrainingOptions options = hooks(arguments);
  TrainingRun run(toRun, allocate_transformer(transformerName(arguments)), options);
  if (run.total() <= wanted) run.set_epochs(wanted / run.plan().batches + 1);
  Measured measured{document,
                    run.computation(),
                    run.transformer(),
                    *make_record(run.computation().compilation()),
                    0,
                    runs_on_device(transformerName(arguments)),
                    {},
                    {}};
  Trace trace(measured.record, keepsTrace);
  StepSums sums(run, trace);
  const NotedDeviceTimes notes;
  bool made = run.step();
  DeviceTimes::shared().take_turns();
  for (std::int64_t call = 1; made && call <= wanted; ++call) {
    made = measured.byDevice ? sums.callOnDevice(call) : sums.callInSteps(call);
    if (made) measured.calls = call;
  }
  setTimes(measured.record, sums.microseconds(), measured.calls);
  if (keepsTrace) measured.trace = trace.text();
  measured.results = run.results();
  return measured;
}

}  // namespace ng::cli
