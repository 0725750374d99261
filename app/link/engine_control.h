// SPDX-License-Identifier: Apache-2.0
// Requests from the window to the engine's thread while it is busy. Thread-safe.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/debug_record.h"
#include "views/core/session/request.h"

namespace ng::views {

enum class RunRequest { proceed, pause, stop, cancel };

class EngineControl {
 public:
  void request(RunRequest request);
  RunRequest requested() const { return requested_.load(); }
  // Set while a request other than `proceed` is pending.
  std::shared_ptr<const std::atomic<bool>> interrupted() const { return interrupted_; }
  // Set while the run is to end, and not only to pause.
  std::shared_ptr<const std::atomic<bool>> ending() const { return ending_; }
  // Waits `seconds`; returns false at once when a request arrives.
  bool sleep(double seconds);

  void cancelCompile(bool cancel) { cancelCompile_ = cancel; }
  bool compileCancelled() const { return cancelCompile_; }

  void setPace(double iterationsPerSecond);
  double pace() const { return pace_; }

  // Whether every step of the run is recorded for the timeline.
  void record(bool on) { recording_ = on; }
  bool recording() const { return recording_; }

  void watchHealth(bool on) { health_ = on; }
  bool watchesHealth() const { return health_; }

  void cancelQuery(bool cancel) { cancelQuery_ = cancel; }
  const std::atomic<bool>& queryCancelled() const { return cancelQuery_; }

  // Adds work for the engine's thread that runs between two calls of a run instead of after it.
  void addErrand(std::function<void()> work);
  void runErrands();  // call on the engine's thread

  // Breakpoints to stop at and expressions to evaluate; dated like setWatched().
  void setBreakpoints(std::vector<BreakpointRecord> breakpoints, std::vector<WatchRecord> watches);
  bool takeBreakpoints(Request& since, std::vector<BreakpointRecord>& breakpoints,
                       std::vector<WatchRecord>& watches) const;

  void setWatched(std::set<OpId> ops);
  // Returns true and the watched ops if they changed after `since`, which it updates.
  bool takeWatched(Request& since, std::set<OpId>& ops) const;

 private:
  std::atomic<RunRequest> requested_ = RunRequest::proceed;
  std::shared_ptr<std::atomic<bool>> interrupted_ = std::make_shared<std::atomic<bool>>(false);
  std::shared_ptr<std::atomic<bool>> ending_ = std::make_shared<std::atomic<bool>>(false);
  std::atomic<bool> cancelCompile_ = false;
  std::atomic<double> pace_ = 0;
  std::atomic<bool> recording_ = false, health_ = false, cancelQuery_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::set<OpId> watched_;
  Request watchedAt_ = Request::next();
  std::vector<BreakpointRecord> breakpoints_;
  std::vector<WatchRecord> watches_;
  Request breakpointsAt_ = Request::next();
  std::vector<std::function<void()>> errands_;
};

}  // namespace ng::views
