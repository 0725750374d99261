// SPDX-License-Identifier: Apache-2.0
// `ngraph profile`: measures each kernel and compares it with the machine's peaks.
#include <cstdio>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/trace.h"
#include "app/cli/feeds.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "engine/analysis/roofline.h"
#include "engine/neon/training/training.h"

namespace ng::cli {
namespace {

struct Profile {
  CompilationRecord record;  // kernels carry measured times
  std::int64_t calls = 0;
  bool byDevice = false;     // the device measured the steps
};

std::string fixed(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f" : "%.1f", value);
  return text;
}

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

// Measures the step times of --calls calls. One additional warm-up call is not counted.
Profile measure(const Arguments& arguments) {
  const std::int64_t wanted = arguments.integer("--calls", 1, 1'000'000, 20);
  const auto saved = arguments.value("--save");
  if (saved) requireSuffix("--save", *saved);
  const Document document = openDocument(arguments);
  const Document toRun = withPlanFor(arguments, document, chosenComputation(arguments, document));
  const TrainingOptions options = hooks(arguments);
  TrainingRun run(toRun, allocate_transformer(transformerName(arguments)), options);
  if (run.total() <= wanted) run.set_epochs(wanted / run.plan().batches + 1);
  Profile profile{*make_record(run.computation().compilation()), 0,
                  runs_on_device(transformerName(arguments))};
  Trace trace(profile.record, saved.has_value());
  StepSums sums(run, trace);
  const NotedDeviceTimes notes;
  bool made = run.step();
  DeviceTimes::shared().take_turns();
  for (std::int64_t call = 1; made && call <= wanted; ++call) {
    made = profile.byDevice ? sums.callOnDevice(call) : sums.callInSteps(call);
    if (made) profile.calls = call;
  }
  setTimes(profile.record, sums.microseconds(), profile.calls);
  if (saved)
    saveCompilation(document, run.computation().compilation(), profile.record, trace.text(),
                    *saved);
  return profile;
}

std::string asText(const Profile& profile, const MachinePeaks& peaks,
                   const std::vector<KernelPoint>& points, const std::vector<Advice>& all) {
  Table table(
      {"kernel", ">µs", ">launches", ">% of kernels", ">GFLOP/s", ">FLOP/B", ">GB/s", "limited"});
  for (const KernelPoint& point : points)
    table.add({point.kernel, fixed(point.microseconds), std::to_string(point.launches),
               fixed(100 * point.share), fixed(point.gflops), fixed(point.intensity),
               fixed(point.gigabytes), limit_words(point)});
  std::string text = peaks.device.empty()
                         ? "machine peaks, " + plural(peaks.threads, "thread")
                         : "peaks of the device of " + peaks.device;
  text += ": " + fixed(peaks.gflops) + " GFLOP/s";
  for (const MemoryPeak& level : peaks.memory)
    text += ", " + level.name + " " + fixed(level.gigabytes) + " GB/s";
  text +=
      "\nmean of " + plural(profile.calls, "call") +
          (profile.byDevice ? ", steps timed by the device" : ", steps timed individually") + ":\n" +
          table.text();
  for (const Advice& each : all) text += fixed(each.microseconds) + " µs: " + each.text + "\n";
  return text;
}

Json asJson(const Profile& profile, const MachinePeaks& peaks,
            const std::vector<KernelPoint>& points, const std::vector<Advice>& all) {
  Json memory = Json::array(), kernels = Json::array(), advised = Json::array();
  for (const MemoryPeak& level : peaks.memory)
    memory.push_back({{"name", level.name}, {"gigabytes_per_second", level.gigabytes}});
  for (const KernelPoint& point : points)
    kernels.push_back({{"kernel", point.kernel},
                       {"microseconds", point.microseconds},
                       {"launches", point.launches},
                       {"part_of_kernels_time", point.share},
                       {"gflops", point.gflops},
                       {"flop_per_byte", point.intensity},
                       {"gigabytes_per_second", point.gigabytes},
                       {"ceiling_gflops", point.ceiling},
                       {"part_of_ceiling", point.part},
                       {"recoverable_microseconds", point.recoverable},
                       {"limited", limit_words(point)}});
  for (const Advice& each : all)
    advised.push_back(
        {{"microseconds", each.microseconds}, {"kernels", each.kernels}, {"text", each.text}});
  return {{"computation", profile.record.computation},
          {"transformer", profile.record.transformer},
          {"calls", profile.calls},
          {"timed_by_device", profile.byDevice},
          {"peaks",
           {{"device", peaks.device},
            {"threads", peaks.threads},
            {"gflops", peaks.gflops},
            {"memory", memory}}},
          {"kernels", kernels},
          {"advice", advised}};
}

int run(const Arguments& arguments) {
  const Profile profile = measure(arguments);
  if (cancelFlag()->load()) return cancelled;
  const MachinePeaks peaks = peaks_of(profile.record.transformer);
  const std::vector<KernelPoint> points = kernel_points(profile.record, peaks);
  const std::vector<Advice> all = advice(profile.record, peaks, points);
  if (arguments.json())
    printJson(asJson(profile, peaks, points, all));
  else
    print(asText(profile, peaks, points, all));
  return fine;
}

}  // namespace

const Command profile_command = {
    .name = "profile",
    .operands = "FILE",
    .summary = "Measure each kernel against the machine's peak and suggest improvements",
    .options = withCallOptions(
        {{"--calls", "N", "number of measured calls (default: 20)"},
         {"--save", "OUT.ngrec", "save the compilation with the measured times and the timeline"}}),
    .run = run,
};

}  // namespace ng::cli
