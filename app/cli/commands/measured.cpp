// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/measured.h"

#include "app/cli/cancel.h"
#include "app/cli/commands/trace.h"
#include "app/cli/compiled.h"
#include "app/cli/options/feeds.h"
#include "engine/analysis/machine_peaks.h"
#include "engine/base/median.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compilation.h"
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

// `times` of a launch of each step.
void setTimes(CompilationRecord& record, const std::vector<double>& times, std::int64_t calls) {
  for (KernelRecord& kernel : record.kernels) {
    double microseconds = 0;
    kernel.launches = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (record.steps[i].kernel != kernel.name) continue;
      const std::int64_t launches = record.steps[i].once ? 1 : calls;
      microseconds += times[i] * static_cast<double>(launches);
      kernel.launches += launches;
    }
    if (kernel.launches) kernel.microseconds = microseconds / static_cast<double>(kernel.launches);
  }
}

// The median time of each step over calls: what other programs take from one call counts little.
class StepTimes {
 public:
  StepTimes(TrainingRun& run, Trace& trace, std::int64_t calls)
      : run_(run),
        trace_(trace),
        every_(1 + (calls - 1) / most_kept),
        times_(run.computation().step_count()),
        once_(run.computation().compilation().program.once) {}

  // Measures the steps that run once. False: the run is over.
  bool warmUp(bool byDevice) {
    if (byDevice) {
      const bool made = run_.step();
      for (const DeviceTurn& turn : DeviceTimes::shared().take_turns_of(program()))
        if (turn.step < once_) add(turn.step, 0, turn.begin, turn.end);
      return made;
    }
    Clock::time_point begin = Clock::now();
    return run_.step([&](std::size_t done) {
      if (done > 0 && done <= once_) add(done - 1, 0, begin, Clock::now());
      begin = Clock::now();
    });
  }

  // Steps are timed by the host, one after the other. False: the run is over.
  bool callInSteps(std::int64_t call) {
    Clock::time_point first, begin;
    const bool made = run_.step([&](std::size_t done) {
      const Clock::time_point now = Clock::now();
      if (done > 0) {
        add(done - 1, call, begin, now);
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
    for (const DeviceTurn& turn : *turns) add(turn.step, call, turn.begin, turn.end);
    return true;
  }

  std::vector<double> microseconds() const {
    std::vector<double> result;
    for (const std::vector<Time>& times : times_) {
      std::vector<double> all;
      for (const Time& time : times) all.push_back(time.microseconds);
      result.push_back(median(std::move(all)));
    }
    return result;
  }

 private:
  using Clock = Trace::Clock;
  struct Time {
    std::int64_t call;
    double microseconds;  // of all turns in this call
  };
  static constexpr std::int64_t most_kept = 1000;  // times of a step

  void add(std::size_t step, std::int64_t call, Clock::time_point begin, Clock::time_point end) {
    if (call % every_) return;
    std::vector<Time>& times = times_.at(step);
    if (times.empty() || times.back().call != call) times.push_back({call, 0});
    times.back().microseconds += std::chrono::duration<double, std::micro>(end - begin).count();
  }

  const Program& program() const { return run_.computation().compilation().program; }

  TrainingRun& run_;
  Trace& trace_;
  const std::int64_t every_;  // call is kept
  std::vector<std::vector<Time>> times_;
  std::size_t once_;
};

// Times calls without their inputs and results, except on a device, whose results end the wait.
std::vector<double> timesOfCalls(TrainingRun& run, std::int64_t calls, bool byDevice) {
  std::vector<double> times;
  while (std::ssize(times) < calls && run.begin_call()) {
    const auto begin = Trace::Clock::now();
    run.computation().run();
    if (byDevice) run.finish_call();
    const std::chrono::duration<double, std::micro> taken = Trace::Clock::now() - begin;
    if (!byDevice) run.finish_call();
    times.push_back(taken.count());
  }
  return times;
}

}  // namespace

Measured measure(const Arguments& arguments, const MeasureOptions& how) {
  const std::int64_t wanted = arguments.integer("--calls", 1, 1'000'000, 20);
  const auto opening = Trace::Clock::now();
  const Document document = openDocument(arguments);
  const std::chrono::duration<double, std::milli> opened = Trace::Clock::now() - opening;
  const Document toRun = withPlanFor(arguments, document, chosenComputation(arguments, document));
  const TrainingOptions options = hooks(arguments);
  TrainingRun run(toRun, allocate_transformer(transformerName(arguments)), options);
  const std::int64_t calls = wanted * (how.timesWholeCalls ? 2 : 1);
  if (run.total() <= calls) run.set_epochs(calls / run.plan().batches + 1);
  Measured measured{document,
                    run.computation(),
                    run.transformer(),
                    *make_record(run.computation().compilation()),
                    0,
                    runs_on_device(transformerName(arguments)),
                    {},
                    {},
                    opened.count(),
                    {}};
  Trace trace(measured.record, how.keepsTrace);
  StepTimes times(run, trace, wanted);
  {
    const NotedDeviceTimes notes;
    bool made = times.warmUp(measured.byDevice);
    for (std::int64_t call = 1; made && call <= wanted; ++call) {
      made = measured.byDevice ? times.callOnDevice(call) : times.callInSteps(call);
      if (made) measured.calls = call;
    }
  }
  setTimes(measured.record, times.microseconds(), measured.calls);
  if (how.keepsTrace) measured.trace = trace.text();
  measured.results = run.results();
  if (how.timesWholeCalls) measured.wholeCalls = timesOfCalls(run, wanted, measured.byDevice);
  return measured;
}

}  // namespace ng::cli
