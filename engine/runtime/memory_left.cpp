// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/memory_left.h"

#include <algorithm>
#include <fstream>
#include <limits>

#include "engine/base/error.h"

namespace ng {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

std::int64_t machine_has() {
  std::ifstream file("/proc/meminfo");
  std::string key, unit;
  for (std::int64_t kib = 0; file >> key >> kib; std::getline(file, unit)) {
    if (key == "MemAvailable:") return kib * 1024;
  }
  return unlimited;
}

// The first number of a file, or `otherwise` if the file is missing or holds "max".
std::int64_t number_in(const char* path, std::int64_t otherwise) {
  std::ifstream file(path);
  std::int64_t number = 0;
  return file >> number ? number : otherwise;
}

std::int64_t group_has() {
  const std::int64_t limit = number_in("/sys/fs/cgroup/memory.max", unlimited);
  if (limit == unlimited) return unlimited;
  return std::max<std::int64_t>(0, limit - number_in("/sys/fs/cgroup/memory.current", 0));
}

}  // namespace

std::int64_t memory_left() {
  return std::min(machine_has(), group_has());
}

void require_memory(std::int64_t bytes, const std::string& what) {
  constexpr std::int64_t worth_asking = std::int64_t{64} << 20;
  if (bytes < worth_asking) return;
  const std::int64_t left = memory_left();
  if (bytes <= left) return;
  Diagnostic diagnostic;
  diagnostic.what = "no memory for " + what;
  diagnostic.found = std::to_string(bytes) + " bytes requested";
  diagnostic.expected = "at most " + std::to_string(left) + " bytes (free memory)";
  diagnostic.action = "use a smaller batch or shorter axes, or close other programs";
  refuse(ErrorKind::system, std::move(diagnostic));
}

}  // namespace ng
