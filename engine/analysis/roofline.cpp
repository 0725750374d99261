// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/roofline.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/number.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "engine/records/op_cost.h"

namespace ng {
namespace {

constexpr double least_share = 0.01;  // of a call; smaller savings give no advice

// The nearest level that holds this many bytes; the measured arrays fill half of a level.
const MemoryPeak* level_of(const MachinePeaks& peaks, std::int64_t bytes) {
  for (const MemoryPeak& level : peaks.memory)
    if (bytes <= 2 * level.bytes) return &level;
  return peaks.memory.empty() ? nullptr : &peaks.memory.back();
}

std::string number(double value) {
  return fixed(value, value < 10 ? 1 : 0);
}

std::string percent(double part) {
  return number(part * 100) + " %";
}

// Time per call. A kernel without launches in the steps counts as one launch.
double time_of(const KernelPoint& point) {
  if (point.once) return 0;
  return point.microseconds * static_cast<double>(std::max<std::int64_t>(1, point.launches));
}

double call_time(const std::vector<KernelPoint>& points) {
  double sum = 0;
  for (const KernelPoint& point : points) sum += time_of(point);
  return sum;
}

KernelPoint point_of(const KernelRecord& kernel, double microseconds, std::int64_t launches,
                     const MachinePeaks& peaks) {
  KernelPoint point;
  point.kernel = kernel.name;
  point.microseconds = microseconds;
  point.launches = launches;
  const auto flops = static_cast<double>(kernel.flops), bytes = static_cast<double>(kernel.bytes);
  if (bytes > 0) point.intensity = flops / bytes;
  if (flops <= 0 && bytes <= 0) {
    point.limit = Limit::uncounted;
    return point;
  }
  if (point.microseconds > 0) {
    point.gflops = flops / point.microseconds / 1e3;
    point.gigabytes = bytes / point.microseconds / 1e3;
  }
  if (kernel.kind == KernelKind::loop) {
    if (point.microseconds > 0) point.limit = Limit::loop;
    return point;
  }
  point.level = level_of(peaks, kernel.bytes);
  if (!point.level || !peaks.measured()) return point;
  const double arithmetic = flops / peaks.gflops / 1e3;  // µs at the ceiling
  const double memory = bytes / point.level->gigabytes / 1e3;
  const double best = std::max(arithmetic, memory);
  point.ceiling = flops / best / 1e3;
  if (point.microseconds <= 0) return point;
  point.limit = arithmetic >= memory ? Limit::arithmetic : Limit::memory;
  point.part = std::min(1.0, best / point.microseconds);
  if (best < peaks.start_up && point.microseconds < 4 * peaks.start_up)
    point.limit = Limit::start_up;
  point.recoverable = std::max(0.0, point.microseconds - std::max(best, peaks.start_up)) *
                      static_cast<double>(launches);
  return point;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Suggests fusing a generated kernel into the next if only that kernel reads its temporary.
void add_fusions(const CompilationRecord& record, const MachinePeaks& peaks,
                 std::vector<Advice>& all) {
  for (const BufferRecord& buffer : record.buffers) {
    if (buffer.kind != BufferKind::temporary || buffer.last_step > buffer.first_step + 1) continue;
    if (buffer.first_step + 1 >= static_cast<int>(record.steps.size())) continue;
    const auto first = static_cast<std::size_t>(buffer.first_step);
    const KernelRecord* maker = record.kernel(record.steps[first].kernel);
    const KernelRecord* reader = record.kernel(record.steps[first + 1].kernel);
    if (!maker || !reader || maker == reader || maker->kind != KernelKind::generated ||
        reader->kind != KernelKind::generated)
      continue;
    const bool between =
        contains(maker->writes, buffer.name) && contains(reader->reads, buffer.name);
    const MemoryPeak* level = level_of(peaks, maker->bytes + reader->bytes);
    if (!between || !level) continue;
    const double won =
        2 * static_cast<double>(buffer.bytes) / level->gigabytes / 1e3 + peaks.start_up;
    all.push_back({won,
                   {maker->name, reader->name},
                   "fusing " + maker->name + " into " + reader->name + " would keep " +
                       buffer.name + " (" + number(static_cast<double>(buffer.bytes) / 1024) +
                       " KiB) out of " + level->name});
  }
}

}  // namespace

std::vector<KernelPoint> kernel_points(const CompilationRecord& record, const MachinePeaks& peaks,
                                       const std::map<std::string, double>& times) {
  std::map<std::string, std::int64_t> launches;
  std::set<std::string> once;
  for (const StepRecord& step : record.steps) {
    ++launches[step.kernel];
    if (step.once) once.insert(step.kernel);
  }
  std::vector<KernelPoint> points;
  for (const KernelRecord& kernel : record.kernels) {
    const auto other = times.find(kernel.name);
    const double time = other == times.end() ? kernel.microseconds.value_or(0) : other->second;
    points.push_back(point_of(kernel, time, launches[kernel.name], peaks));
    points.back().once = once.contains(kernel.name);
  }
  const double whole = call_time(points);
  for (KernelPoint& point : points)
    if (whole > 0) point.share = time_of(point) / whole;
  return points;
}

std::vector<double> kernel_shares(const CompilationRecord& record) {
  std::vector<double> shares;
  for (const KernelPoint& point : kernel_points(record, {})) shares.push_back(point.share);
  return shares;
}

namespace {

std::string ceiling_words(const KernelPoint& point) {
  switch (point.limit) {
    case Limit::unmeasured: return point.launches > 0 ? "not measured yet" : "timed with its loop";
    case Limit::uncounted: return "neither FLOP nor bytes are known";
    case Limit::loop: return "as the kernels of its body";
    case Limit::arithmetic: return "at " + percent(point.part) + " of the arithmetic peak";
    case Limit::memory:
      return "at " + percent(point.part) + " of " + point.level->name + " bandwidth (" +
             number(point.level->gigabytes) + " GB/s)";
    case Limit::start_up: return "dominated by launch overhead";
  }
  return {};
}

}  // namespace

std::vector<KernelPoint> peer_points(const PeerRecord& peer, const GraphRecord& graph) {
  struct Cost {
    double flops = 0, bytes = 0;
  };
  std::map<std::string, Cost> costs;
  for (const OpRecord& op : graph.ops) {
    const std::optional<ModelNode> node = model_node(op);
    if (!node) continue;
    Cost& cost = costs[node->name];
    cost.flops += static_cast<double>(own_cost(op).flops);
    cost.bytes = std::max(cost.bytes, static_cast<double>(op.bytes));
  }
  double total = 0;
  for (const PeerNode& node : peer.nodes) total += node.microseconds;
  std::vector<KernelPoint> points;
  for (const PeerNode& node : peer.nodes) {
    Cost cost;
    for (const std::string& name : node.nodes) {
      const auto found = costs.find(name);
      if (found == costs.end()) continue;
      cost.flops += found->second.flops;
      cost.bytes = std::max(cost.bytes, found->second.bytes);
    }
    if (cost.bytes <= 0 || node.microseconds <= 0) continue;
    KernelPoint& point = points.emplace_back();
    point.kernel = node.nodes.front();
    point.microseconds = node.microseconds;
    point.launches = 1;
    point.intensity = cost.flops / cost.bytes;
    point.gflops = cost.flops / node.microseconds / 1e3;
    point.gigabytes = cost.bytes / node.microseconds / 1e3;
    point.share = node.microseconds / total;
  }
  return points;
}

std::string limit_words(const KernelPoint& point) {
  return ceiling_words(point) + (point.once ? "; runs once" : "");
}

std::vector<Advice> advice(const CompilationRecord& record, const MachinePeaks& peaks,
                           const std::vector<KernelPoint>& points) {
  const double whole = call_time(points);
  std::vector<Advice> all;
  if (whole <= 0) return all;
  for (const KernelPoint& point : points) {
    if (point.once || (point.limit != Limit::arithmetic && point.limit != Limit::memory)) continue;
    const double now = point.microseconds * static_cast<double>(point.launches);
    all.push_back({point.recoverable,
                   {point.kernel},
                   point.kernel + ": " + number(now) + " µs per call could be " +
                       number(now - point.recoverable) + ", it runs " + limit_words(point)});
  }
  add_fusions(record, peaks, all);
  std::erase_if(all, [&](const Advice& each) { return each.microseconds < least_share * whole; });
  std::stable_sort(all.begin(), all.end(), [](const Advice& a, const Advice& b) {
    return a.microseconds > b.microseconds;
  });
  return all;
}

}  // namespace ng
