// SPDX-License-Identifier: Apache-2.0
// What the window wants of the engine's thread while that is busy. Any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "engine/session/debug_record.h"

namespace ng::views {

enum class Wish { goOn, pause, stop, cancel };

class EngineControl {
 public:
  void wish(Wish wish);
  Wish wish() const { return wish_.load(); }
  // Set while anything but going on is wished.
  std::shared_ptr<const std::atomic<bool>> interrupted() const { return interrupted_; }
  // Waits until `seconds` are over or something is wished; false: something is wished.
  bool sleep(double seconds);

  void cancelCompile(bool cancel) { cancelCompile_ = cancel; }
  bool compileCancelled() const { return cancelCompile_; }

  void setPace(double iterationsPerSecond);
  double pace() const { return pace_; }

  // Is every step of the run recorded for the timeline?
  void record(bool on) { recording_ = on; }
  bool recording() const { return recording_; }

  void watchHealth(bool on) { health_ = on; }
  bool watchesHealth() const { return health_; }

  void cancelInquiry(bool cancel) { cancelInquiry_ = cancel; }
  const std::atomic<bool>& inquiryCancelled() const { return cancelInquiry_; }

  // Work for the engine's thread that does not wait for a run to end: done between two calls of it.
  void addErrand(std::function<void()> work);
  void runErrands();  // on the engine's thread

  // Where to halt and what to evaluate, as setWatched.
  void setHalts(std::vector<BreakpointRecord> breakpoints, std::vector<WatchRecord> watches);
  bool takeHalts(std::uint64_t& generation, std::vector<BreakpointRecord>& breakpoints,
                 std::vector<WatchRecord>& watches) const;

  void setWatched(std::set<OpKey> ops);
  // The watched ops, when they changed after `generation`, which is brought up to date.
  bool takeWatched(std::uint64_t& generation, std::set<OpKey>& ops) const;

 private:
  std::atomic<Wish> wish_ = Wish::goOn;
  std::shared_ptr<std::atomic<bool>> interrupted_ = std::make_shared<std::atomic<bool>>(false);
  std::atomic<bool> cancelCompile_ = false;
  std::atomic<double> pace_ = 0;
  std::atomic<bool> recording_ = false, health_ = false, cancelInquiry_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::set<OpKey> watched_;
  std::uint64_t generation_ = 1;
  std::vector<BreakpointRecord> breakpoints_;
  std::vector<WatchRecord> watches_;
  std::uint64_t halts_ = 1;
  std::vector<std::function<void()>> errands_;
};

}  // namespace ng::views
