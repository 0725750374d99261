// SPDX-License-Identifier: Apache-2.0
// `ngraph profile`: measures each kernel and compares it with the machine's peaks.
#include <algorithm>
#include <cstdio>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/measured.h"
#include "app/cli/commands/profile_tables.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/options/onnxruntime_option.h"
#include "app/cli/output.h"
#include "app/cli/results/result_files.h"
#include "app/cli/saved.h"
#include "app/cli/table_output.h"
#include "engine/analysis/compare/call_values.h"
#include "engine/analysis/compare/onnxruntime/profile_onnxruntime.h"
#include "engine/analysis/roofline.h"
#include "engine/base/median.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/tables/profile_table.h"

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
  std::optional<PeerRecord> peer;
  MachinePeaks peaks;
  std::vector<KernelPoint> points;
  std::vector<Advice> advised;
  std::vector<KernelContents> contents;
  std::vector<PointRow> rows;

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

std::string kernelsText(const Profile& profile) {
  const std::string text =
      tableText(point_columns(),
                {"kernel", "device", "microseconds", "launches", "part_of_kernels_time", "gflops",
                 "flop_per_byte", "gigabytes_per_second", "limited", "computes"},
                profile.rows);
  const bool onDevices =
      std::any_of(profile.rows.begin(), profile.rows.end(),
                  [](const PointRow& row) { return !row.kernel->device.empty(); });
  if (!onDevices) return text;
  return text + "The steps of all devices are compared with the peaks of the host.\n";
}

// Nothing for one row, which is the whole call.
std::string timesText(const Profile& profile, std::string KernelContents::* key,
                      const char* title) {
  const std::vector<TimeRow> rows = profile.times(key);
  if (rows.size() < 2) return {};
  std::string text = "\n" + shownCells(time_columns(title),
                                       {"name", "microseconds", "part_of_kernels_time", "kernels",
                                        "gflops", "flops", "bytes"},
                                       rows, mostRows)
                                .text();
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

// By type of node, the longest first.
std::vector<TimeRow> peerRows(const PeerRecord& peer) {
  double sum = 0;
  std::map<std::string, TimeRow> types;
  for (const PeerNode& node : peer.nodes) {
    TimeRow& row = types[node.type];
    row.name = node.type;
    row.microseconds += node.microseconds;
    ++row.kernels;
    sum += node.microseconds;
  }
  std::vector<TimeRow> rows;
  for (auto& [type, row] : types) {
    row.share = sum > 0 ? row.microseconds / sum : 0;
    rows.push_back(row);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const TimeRow& a, const TimeRow& b) {
    return a.microseconds > b.microseconds;
  });
  return rows;
}

std::string peerText(const Profile& profile) {
  if (!profile.peer) return {};
  const PeerRecord& peer = *profile.peer;
  const double theirs = median(peer.call_times), ours = median(profile.measured.wholeCalls);
  std::string text =
      "\nonnxruntime " + peer.version + ", " + plural(profile.peaks.threads, "thread") +
      ", its own profile:\n" +
      tableText(time_columns("op type"),
                {"name", "microseconds", "part_of_kernels_time", "kernels"}, peerRows(peer)) +
      "call     " + milliseconds(theirs) + ", median of " +
      plural(std::ssize(peer.call_times), "call");
  if (theirs > 0 && ours > 0) text += "; ngraph takes " + fixed(ours / theirs) + " of it";
  return text + "\n";
}

std::string asText(const Profile& profile) {
  const Measured& measured = profile.measured;
  std::string text =
      peaksText(profile.peaks) + "median of " + plural(measured.calls, "call") +
      (measured.byDevice ? ", steps timed by the device" : ", steps timed individually") + ":\n" +
      kernelsText(profile);
  for (const Advice& each : profile.advised)
    text += fixed(each.microseconds) + " µs: " + each.text + "\n";
  text += timesText(profile, &KernelContents::types, "op type");
  text += timesText(profile, &KernelContents::block, "block");
  return text + totalsText(profile) + peerText(profile);
}

Json timesJson(const Profile& profile, std::string KernelContents::* key) {
  return rowsJson(time_columns("name"),
                  {"name", "microseconds", "part_of_kernels_time", "kernels", "flops", "bytes"},
                  profile.times(key));
}

Json kernelsJson(const Profile& profile) {
  return rowsJson(point_columns(),
                  {"kernel", "microseconds", "launches", "once", "part_of_kernels_time", "gflops",
                   "flop_per_byte", "gigabytes_per_second", "ceiling_gflops", "part_of_ceiling",
                   "recoverable_microseconds", "limited", "op_types", "block", "nodes"},
                  profile.rows);
}

Json peerJson(const Profile& profile) {
  if (!profile.peer) return nullptr;
  return {{"version", profile.peer->version},
          {"calls", profile.peer->calls},
          {"call_microseconds", median(profile.peer->call_times)},
          {"fastest_call_microseconds", fastest(profile.peer->call_times)},
          {"by_op_type", rowsJson(time_columns("name"),
                                  {"name", "microseconds", "part_of_kernels_time", "kernels"},
                                  peerRows(*profile.peer))}};
}

Json asJson(const Profile& profile) {
  const Measured& measured = profile.measured;
  Json memory = Json::array();
  for (const MemoryPeak& level : profile.peaks.memory)
    memory.push_back({{"name", level.name}, {"gigabytes_per_second", level.gigabytes}});
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
          {"advice", rowsJson(advice_columns(), {"microseconds", "kernels", "text"},
                              advice_rows(profile.advised, profile.kernelsPerCall()))},
          {"by_op_type", timesJson(profile, &KernelContents::types)},
          {"by_block", timesJson(profile, &KernelContents::block)},
          {"onnxruntime", peerJson(profile)},
          {"import_ms", measured.importMs},
          {"compile_ms", measured.record.compile_ms},
          {"compiled_from_cache", measured.record.cached},
          {"once_microseconds", timeOnce(profile.points)},
          {"kernels_microseconds", profile.kernelsPerCall()},
          {"call_microseconds", median(measured.wholeCalls)},
          {"fastest_call_microseconds", fastest(measured.wholeCalls)}};
}

// What --right names, measured with the same inputs.
std::optional<PeerRecord> measuredPeer(const Arguments& arguments, const Measured& measured,
                                       int threads) {
  if (!arguments.has("--right")) return std::nullopt;
  const Op computation = chosenComputation(arguments, measured.document);
  return profile_onnxruntime(
             arguments.operand(0),
             fitted_arguments(computation,
                              CallSource(arguments, measured.document, computation).arguments(0)),
             static_cast<int>(measured.calls), threads)
      .record;
}

void requirePeer(const Arguments& arguments) {
  const auto right = arguments.value("--right");
  if (!right) return;
  if (*right != onnxruntimeName)
    throw UsageError("--right takes " + std::string(onnxruntimeName) + ", not '" + *right + "'");
  requireOnnxModel(arguments);
}

int run(const Arguments& arguments) {
  requirePeer(arguments);
  const auto saved = arguments.value("--save");
  if (saved) {
    requireSuffix("--save", *saved, compilation_format);
    requireWritable("--save", *saved);
  }
  const Measured measured =
      measure(arguments, {.keepsTrace = saved.has_value(), .timesWholeCalls = true});
  if (saved)
    saveCompilation(measured.document, measured.computation.compilation(), measured.record,
                    measured.trace, *saved);
  throwIfCancelled("measuring");
  Profile profile{measured, {}, peaks_of(measured.record.transformer), {}, {}, {}, {}};
  profile.peer = measuredPeer(arguments, measured, profile.peaks.threads);
  profile.points = kernel_points(measured.record, profile.peaks);
  profile.advised = advice(measured.record, profile.peaks, profile.points);
  profile.contents = kernelContents(measured.record);
  profile.rows = point_rows(measured.record, profile.points);
  for (std::size_t i = 0; i < profile.rows.size(); ++i) {
    const KernelContents& contents = profile.contents[i];
    profile.rows[i].computes = contents.names;
    profile.rows[i].op_types = contents.types;
    profile.rows[i].block = contents.block;
  }
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
         {"--right", "onnxruntime", "for an ONNX model: ONNX Runtime's times, too"},
         {"--save", "OUT.ngrec", "save the compilation with the measured times and the timeline"}}),
    .run = run,
};

}  // namespace ng::cli
