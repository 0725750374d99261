// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/quiet.h"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "engine/runtime/thread_pool.h"

namespace ng::bench {
namespace {

// Number of runnable threads on the whole machine, including this one; 1 if the system does not
// report it.
int running_threads() {
  std::ifstream statistics("/proc/stat");
  int running = 1;
  for (std::string word; statistics >> word;) {
    if (word == "procs_running") statistics >> running;
  }
  return running;
}

}  // namespace

bool rest() {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const int others = running_threads() - 1;
  const int processors = static_cast<int>(std::thread::hardware_concurrency());
  return others + ThreadPool::default_thread_count() <= processors;
}

Rounds& rounds_so_far() {
  static Rounds rounds;
  return rounds;
}

}  // namespace ng::bench
