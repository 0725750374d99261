// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/machine_facts.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "engine/analysis/machine_peaks.h"
#include "engine/base/number.h"

namespace ng {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
  }
  return {};
}

std::string memory_text() {
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || bytes <= 0) return {};
  const double size = static_cast<double>(pages) * static_cast<double>(bytes);
  return fixed(size / (1 << 30), 1) + " GiB";
}

std::string system_text() {
  utsname name{};
  return uname(&name) == 0 ? std::string(name.sysname) + " " + name.release + " " + name.machine
                           : std::string();
}

std::string peaks_text() {
  const MachinePeaks peaks = known_machine_peaks();
  if (!peaks.measured()) return {};
  return fixed(peaks.gflops, 1) + " GFLOP/s, " + fixed(peaks.memory.back().gigabytes, 1) +
         " GB/s from memory, " + std::to_string(peaks.threads) + " threads";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> machine_facts() {
  std::vector<std::pair<std::string, std::string>> facts{
      {"processor", processor_name()},
      {"threads", std::to_string(std::thread::hardware_concurrency())},
      {"memory", memory_text()},
      {"system", system_text()},
      {"compiler", __VERSION__},
      {"peaks", peaks_text()}};
  std::erase_if(facts, [](const auto& each) { return each.second.empty(); });
  return facts;
}

}  // namespace ng
