// SPDX-License-Identifier: Apache-2.0
// `ngraph profile`: measures each kernel and compares it with the machine's peaks.
#include <cstdio>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/measured.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "engine/analysis/roofline.h"
#include "engine/formats/documents/compilation_file.h"

namespace ng::cli {
namespace {

std::string fixed(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f" : "%.1f", value);
  return text;
}

std::string asText(const Measured& profile, const MachinePeaks& peaks,
                   const std::vector<KernelPoint>& points, const std::vector<Advice>& all) {
  Table table(
      {"kernel", ">µs", ">launches", ">% of kernels", ">GFLOP/s", ">FLOP/B", ">GB/s", "limited"});
  for (const KernelPoint& point : points)
    table.add({point.kernel, fixed(point.microseconds), std::to_string(point.launches),
               fixed(100 * point.share), fixed(point.gflops), fixed(point.intensity),
               fixed(point.gigabytes), limit_words(point)});
  std::string text = peaks.device.empty() ? "machine peaks, " + plural(peaks.threads, "thread")
                                          : "peaks of the device of " + peaks.device;
  text += ": " + fixed(peaks.gflops) + " GFLOP/s";
  for (const MemoryPeak& level : peaks.memory)
    text += ", " + level.name + " " + fixed(level.gigabytes) + " GB/s";
  text += "\nmean of " + plural(profile.calls, "call") +
          (profile.byDevice ? ", steps timed by the device" : ", steps timed individually") +
          ":\n" + table.text();
  for (const Advice& each : all) text += fixed(each.microseconds) + " µs: " + each.text + "\n";
  return text;
}

Json asJson(const Measured& profile, const MachinePeaks& peaks,
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
  const auto saved = arguments.value("--save");
  if (saved) requireSuffix("--save", *saved, compilation_format);
  const Measured profile = measure(arguments, saved.has_value());
  if (saved)
    saveCompilation(profile.document, profile.computation.compilation(), profile.record,
                    profile.trace, *saved);
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
