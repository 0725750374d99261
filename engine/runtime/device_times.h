// SPDX-License-Identifier: Apache-2.0
// Times of steps measured by a device's own clock, for timelines and profiles.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ng {

struct Program;

// One step on one of the device's queues.
struct DeviceTurn {
  std::string lane;      // "gpu stream 0"
  std::size_t step = 0;  // in the program that ran
  std::chrono::steady_clock::time_point begin, end;
  std::thread::id caller;         // thread that ran the program
  const void* program = nullptr;  // its address, to tell programs apart
};

// Thread safe. Devices measure steps only while someone takes notes.
class DeviceTimes {
 public:
  static DeviceTimes& shared();

  // Calls with true and false come in pairs.
  void note_turns(bool on) { takers_ += on ? 1 : -1; }
  bool noting() const { return takers_.load(std::memory_order_relaxed) > 0; }
  // At most a million turns are kept until they are taken.
  void add(DeviceTurn turn);
  // Of programs that this thread ran, in the order in which they were added.
  std::vector<DeviceTurn> take_turns();
  std::vector<DeviceTurn> take_turns_of(const Program& program);  // drops those of other programs

 private:
  std::atomic<int> takers_{0};
  std::mutex mutex_;
  std::vector<DeviceTurn> turns_;
};

// Takes notes during its lifetime; turns that are left at the end are dropped.
class NotedDeviceTimes {
 public:
  NotedDeviceTimes() { DeviceTimes::shared().note_turns(true); }
  ~NotedDeviceTimes() {
    DeviceTimes::shared().note_turns(false);
    DeviceTimes::shared().take_turns();
  }
  NotedDeviceTimes(const NotedDeviceTimes&) = delete;
  NotedDeviceTimes& operator=(const NotedDeviceTimes&) = delete;
};

}  // namespace ng
