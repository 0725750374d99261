// SPDX-License-Identifier: Apache-2.0
// Caches measured peaks in the user's cache folder, as text that starts with the machine's
// description.
#include <filesystem>
#include <locale>
#include <mutex>
#include <sstream>

#include "engine/analysis/machine_peaks.h"
#include "engine/backends/code_cache/object_cache.h"
#include "engine/backends/cpu/compiler/host_identity.h"
#include "engine/base/atomic_file.h"
#include "engine/base/error.h"
#include "engine/base/reader.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

std::string heading() {
  std::string machine = host_identity();
  for (char& c : machine)
    if (c == '\n') c = ' ';
  return "ngraph peaks 1, " + machine;
}

std::string text_of(const MachinePeaks& peaks) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << heading() << "\n" << peaks.threads << " " << peaks.gflops << "\n";
  for (const MemoryPeak& each : peaks.memory)
    text << each.name << " " << each.bytes << " " << each.gigabytes << "\n";
  return text.str();
}

// Returns unmeasured peaks if the text is damaged or from another machine.
MachinePeaks parsed(const std::string& text) {
  std::istringstream file(text);
  file.imbue(std::locale::classic());
  std::string first;
  MachinePeaks peaks;
  if (!std::getline(file, first) || first != heading()) return {};
  if (!(file >> peaks.threads >> peaks.gflops)) return {};
  MemoryPeak memory;
  while (peaks.memory.size() < 8 && file >> memory.name >> memory.bytes >> memory.gigabytes) {
    if (!(memory.gigabytes > 0)) return {};
    peaks.memory.push_back(memory);
  }
  return peaks.measured() ? peaks : MachinePeaks();
}

MachinePeaks read_kept(const std::filesystem::path& path) try {
  constexpr std::uint64_t longest = 64 << 10;
  Reader reader(path.string(), {.file_bytes = longest});
  return parsed(reader.text(reader.size()));
} catch (const Error&) {
  return {};
}

std::mutex mutex;
MachinePeaks known;  // guarded by the mutex

std::filesystem::path kept_at(int threads) {
  const std::filesystem::path folder = default_cache_folder();
  return folder.empty() ? folder : folder / ("peaks-" + std::to_string(threads) + ".txt");
}

bool know(int threads) {
  if (known.measured() && known.threads == threads) return true;
  const std::filesystem::path path = kept_at(threads);
  known = path.empty() ? MachinePeaks() : read_kept(path);
  return known.measured() && known.threads == threads;
}

}  // namespace

MachinePeaks known_machine_peaks() {
  const std::unique_lock lock(mutex, std::try_to_lock);
  return lock.owns_lock() && know(ThreadPool::shared().threads()) ? known : MachinePeaks();
}

MachinePeaks machine_peaks(bool again) {
  const std::lock_guard lock(mutex);
  const int threads = ThreadPool::shared().threads();
  if (!again && know(threads)) return known;
  known = measure_machine_peaks();
  const std::filesystem::path path = kept_at(threads);
  if (path.empty()) return known;
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  try {
    write_file(path.string(), text_of(known));
  } catch (const Error&) {  // will be measured again
  }
  return known;
}

}  // namespace ng
