// SPDX-License-Identifier: Apache-2.0
// `ngraph profile`: measures each kernel and compares it with the machine's peaks.
#include <algorithm>
#include <cstdio>
#include <map>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/measured.h"
#include "app/cli/commands/profile_tables.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "engine/analysis/roofline.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/records/model_node.h"

namespace ng::cli {
namespace {

std::string fixed(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f" : "%.1f", value);
  return text;
}

std::string milliseconds(double microseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g ms", microseconds / 1e3);
  return text;
}

constexpr std::size_t mostRows = 40;  // of a table of blocks

// What the parts of the output share.
struct Profile {
  const Measured& measured;
  MachinePeaks peaks;
  std::vector<KernelPoint> points;
  std::vector<Advice> advised;
  std::vector<KernelContents> contents;

  std::vector<TimeRow> times(std::string KernelContents::* key) const {
    return timesBy(key, measured.record, points, contents);
  }
  double kernelsPerCall() const {
    double sum = 0;
    for (const TimeRow& row : times(&KernelContents::types)) sum += row.microseconds;
    return sum;
  }
  std::int64_t kernelsOnce() const {
    return std::count_if(points.begin(), points.end(), [](const auto& p) { return p.once; });
  }
};

// 0: no calls.
double median(std::vector<double> times) {
  if (times.empty()) return 0;
  const auto middle = times.begin() + std::ssize(times) / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

double fastest(const std::vector<double>& times) {
  return times.empty() ? 0 : *std::min_element(times.begin(), times.end());
}

std::string peaksText(const MachinePeaks& peaks) {
  std::string text = peaks.device.empty() ? "machine peaks, " + plural(peaks.threads, "thread")
                                          : "peaks of the device of " + peaks.device;
  text += ": " + fixed(peaks.gflops) + " GFLOP/s";
  for (const MemoryPeak& level : peaks.memory)
    text += ", " + level.name + " " + fixed(level.gigabytes) + " GB/s";
  return text + "\n";
}

// By kernel, if the program runs on several devices; else empty.
std::map<std::string, std::string> devicesOfKernels(const CompilationRecord& record) {
  std::map<std::string, std::string> devices;
  for (const KernelRecord& kernel : record.kernels)
    if (!kernel.device.empty()) devices[kernel.name] = kernel.device;
  return devices;
}

std::string kernelsText(const Profile& profile) {
  const std::map<std::string, std::string> devices = devicesOfKernels(profile.measured.record);
  std::vector<std::string> titles = {"kernel",  ">µs",   ">launches", ">% of kernels", ">GFLOP/s",
                                     ">FLOP/B", ">GB/s", "limited",   "computes"};
  if (!devices.empty()) titles.insert(titles.begin() + 1, "device");
  Table table(titles);
  for (std::size_t i = 0; i < profile.points.size(); ++i) {
    const KernelPoint& point = profile.points[i];
    std::vector<std::string> row = {point.kernel,
                                    fixed(point.microseconds),
                                    std::to_string(point.launches),
                                    point.once ? "once" : fixed(100 * point.share),
                                    fixed(point.gflops),
                                    fixed(point.intensity),
                                    fixed(point.gigabytes),
                                    limit_words(point),
                                    profile.contents[i].names};
    if (!devices.empty()) row.insert(row.begin() + 1, devices.at(point.kernel));
    table.add(row);
  }
  if (devices.empty()) return table.text();
  return table.text() + "The steps of all devices are compared with the peaks of the host.\n";
}

// Nothing for one row, which is the whole call.
std::string timesText(const Profile& profile, std::string KernelContents::* key,
                      const char* title) {
  const std::vector<TimeRow> rows = profile.times(key);
  if (rows.size() < 2) return {};
  Table table({title, ">µs per call", ">% of kernels", ">kernels", ">GFLOP/s", ">FLOP", ">bytes"});
  for (std::size_t i = 0; i < rows.size() && i < mostRows; ++i) {
    const TimeRow& row = rows[i];
    const double speed =
        row.microseconds > 0 ? static_cast<double>(row.flops) / row.microseconds / 1e3 : 0;
    table.add({row.name.empty() ? "(none)" : row.name, fixed(row.microseconds),
               fixed(100 * row.share), std::to_string(row.kernels), fixed(speed),
               grouped(row.flops), byteText(row.bytes)});
  }
  std::string text = "\n" + table.text();
  if (rows.size() > mostRows)
    text += std::to_string(rows.size() - mostRows) + " more rows: --json lists all\n";
  return text;
}

std::string totalsText(const Profile& profile) {
  const Measured& measured = profile.measured;
  const std::vector<double>& calls = measured.wholeCalls;
  std::string text = "\nimport   " + milliseconds(measured.importMs * 1e3) + "\ncompile  " +
                     milliseconds(measured.record.compile_ms * 1e3) +
                     (measured.record.cached ? ", kernels from the cache" : "") + "\n";
  if (const std::int64_t once = profile.kernelsOnce())
    text += "once     " + milliseconds(timeOnce(profile.points)) + ": " + plural(once, "kernel") +
            " of the first call, which run again only if variables change\n";
  text += "call     " + milliseconds(median(calls)) + ", median of " +
          plural(std::ssize(calls), "call") + " (fastest " + milliseconds(fastest(calls)) +
          "); the kernels above take " + milliseconds(profile.kernelsPerCall()) + " of a call\n";
  return text;
}

std::string asText(const Profile& profile) {
  const Measured& measured = profile.measured;
  std::string text =
      peaksText(profile.peaks) + "mean of " + plural(measured.calls, "call") +
      (measured.byDevice ? ", steps timed by the device" : ", steps timed individually") + ":\n" +
      kernelsText(profile);
  for (const Advice& each : profile.advised)
    text += fixed(each.microseconds) + " µs: " + each.text + "\n";
  text += timesText(profile, &KernelContents::types, "op type");
  text += timesText(profile, &KernelContents::block, "block");
  return text + totalsText(profile);
}

Json timesJson(const std::vector<TimeRow>& rows) {
  Json list = Json::array();
  for (const TimeRow& row : rows)
    list.push_back({{"name", row.name},
                    {"microseconds", row.microseconds},
                    {"part_of_kernels_time", row.share},
                    {"kernels", row.kernels},
                    {"flops", row.flops},
                    {"bytes", row.bytes}});
  return list;
}

Json kernelsJson(const Profile& profile) {
  const GraphRecordPtr last = profile.measured.record.final_graph();
  Json kernels = Json::array();
  for (std::size_t i = 0; i < profile.points.size(); ++i) {
    const KernelPoint& point = profile.points[i];
    Json nodes = Json::array();
    if (last)
      for (const ModelNode& node : model_nodes(*last, profile.measured.record.kernels[i].ops))
        nodes.push_back(node.name);
    kernels.push_back({{"kernel", point.kernel},
                       {"microseconds", point.microseconds},
                       {"launches", point.launches},
                       {"once", point.once},
                       {"part_of_kernels_time", point.share},
                       {"gflops", point.gflops},
                       {"flop_per_byte", point.intensity},
                       {"gigabytes_per_second", point.gigabytes},
                       {"ceiling_gflops", point.ceiling},
                       {"part_of_ceiling", point.part},
                       {"recoverable_microseconds", point.recoverable},
                       {"limited", limit_words(point)},
                       {"op_types", profile.contents[i].types},
                       {"block", profile.contents[i].block},
                       {"nodes", nodes}});
  }
  return kernels;
}

Json asJson(const Profile& profile) {
  const Measured& measured = profile.measured;
  Json memory = Json::array(), advised = Json::array();
  for (const MemoryPeak& level : profile.peaks.memory)
    memory.push_back({{"name", level.name}, {"gigabytes_per_second", level.gigabytes}});
  for (const Advice& each : profile.advised)
    advised.push_back(
        {{"microseconds", each.microseconds}, {"kernels", each.kernels}, {"text", each.text}});
  return {{"computation", measured.record.computation},
          {"transformer", measured.record.transformer},
          {"calls", measured.calls},
          {"timed_by_device", measured.byDevice},
          {"peaks",
           {{"device", profile.peaks.device},
            {"threads", profile.peaks.threads},
            {"gflops", profile.peaks.gflops},
            {"memory", memory}}},
          {"kernels", kernelsJson(profile)},
          {"advice", advised},
          {"by_op_type", timesJson(profile.times(&KernelContents::types))},
          {"by_block", timesJson(profile.times(&KernelContents::block))},
          {"import_ms", measured.importMs},
          {"compile_ms", measured.record.compile_ms},
          {"compiled_from_cache", measured.record.cached},
          {"once_microseconds", timeOnce(profile.points)},
          {"kernels_microseconds", profile.kernelsPerCall()},
          {"call_microseconds", median(measured.wholeCalls)},
          {"fastest_call_microseconds", fastest(measured.wholeCalls)}};
}

int run(const Arguments& arguments) {
  const auto saved = arguments.value("--save");
  if (saved) requireSuffix("--save", *saved, compilation_format);
  const Measured measured =
      measure(arguments, {.keepsTrace = saved.has_value(), .timesWholeCalls = true});
  if (saved)
    saveCompilation(measured.document, measured.computation.compilation(), measured.record,
                    measured.trace, *saved);
  if (cancelFlag()->load()) return cancelled;
  Profile profile{measured, peaks_of(measured.record.transformer), {}, {}, {}};
  profile.points = kernel_points(measured.record, profile.peaks);
  profile.advised = advice(measured.record, profile.peaks, profile.points);
  profile.contents = kernelContents(measured.record);
  if (arguments.json())
    printJson(asJson(profile));
  else
    print(asText(profile));
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
