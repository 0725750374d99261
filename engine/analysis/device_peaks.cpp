// SPDX-License-Identifier: Apache-2.0
// Peaks of devices, measured with programs.
#include "engine/analysis/machine_peaks.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "engine/backends/backend_table.h"
#include "engine/ngraph.h"
#include "engine/runtime/device_times.h"

namespace ng {
namespace {

constexpr double long_enough = 1e-3;  // seconds: then the start of a kernel does not count
constexpr int warm_runs = 3, measured_runs = 10;

// The shortest time of the program's longest step, by the device's clock. Steps of variables would
// run only once, so the operands are arguments.
double best_seconds(const Computation& f) {
  const NotedDeviceTimes notes;
  f.begin(std::vector<Tensor>(f.parameters().size(), Tensor(0.5)));
  double best = 0;
  for (int i = 0; i < warm_runs + measured_runs; ++i) {
    f.run();
    double longest = 0;
    for (const DeviceTurn& turn : DeviceTimes::shared().take_turns())
      longest = std::max(longest, std::chrono::duration<double>(turn.end - turn.begin).count());
    if (i >= warm_runs) best = best > 0 ? std::min(best, longest) : longest;
  }
  return best;
}

// Reads and writes `count` floats.
double seconds_of_copy(const std::string& transformer, std::int64_t count) {
  const Op x = placeholder(make_axis(count, "N"));
  const TransformerPtr owner = allocate_transformer(transformer);
  return best_seconds(owner->computation(x + 1.0, x));
}

double seconds_of_matmul(const std::string& transformer, std::int64_t length) {
  const Axis i = make_axis(length, "I"), k = make_axis(length, "K"), j = make_axis(length, "J");
  const Op a = placeholder(Axes{i, k}), b = placeholder(Axes{k, j});
  const TransformerPtr owner = allocate_transformer(transformer);
  return best_seconds(owner->computation(dot(a, b), a, b));
}

MachinePeaks measure(const std::string& transformer) {
  MachinePeaks peaks;
  peaks.device = transformer;
  constexpr std::int64_t most_floats = 1 << 26, longest = 8192;
  for (std::int64_t count = 1 << 16;; count *= 4) {
    const double seconds = seconds_of_copy(transformer, count);
    const double bytes = 2.0 * sizeof(float) * static_cast<double>(count);
    if (seconds < long_enough && count < most_floats) continue;
    if (seconds > 0)
      peaks.memory = {{"device memory", static_cast<long long>(bytes), bytes / seconds / 1e9}};
    break;
  }
  for (std::int64_t length = 128;; length *= 2) {
    const double seconds = seconds_of_matmul(transformer, length);
    const double side = static_cast<double>(length);
    if (seconds < long_enough && length < longest) continue;
    if (seconds > 0) peaks.gflops = 2 * side * side * side / seconds / 1e9;
    break;
  }
  peaks.start_up = seconds_of_copy(transformer, 1) * 1e6;
  return peaks;
}

std::mutex mutex;
std::map<std::string, MachinePeaks>& known() {  // guarded by the mutex
  static auto* all = new std::map<std::string, MachinePeaks>;
  return *all;
}

}  // namespace

bool runs_on_device(const std::string& transformer) {
  const Backend* const backend = find_backend(transformer);
  return backend && !backend->device().is_host() && !backend->capabilities().devices;
}

MachinePeaks peaks_of(const std::string& transformer, bool again) {
  if (!runs_on_device(transformer)) return machine_peaks(again);
  const std::scoped_lock lock(mutex);
  MachinePeaks& peaks = known()[transformer];
  if (again || !peaks.measured()) peaks = measure(transformer);
  return peaks;
}

MachinePeaks known_peaks_of(const std::string& transformer) {
  if (!runs_on_device(transformer)) return known_machine_peaks();
  const std::unique_lock lock(mutex, std::try_to_lock);
  return lock.owns_lock() ? known()[transformer] : MachinePeaks();
}

}  // namespace ng
