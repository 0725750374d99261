// SPDX-License-Identifier: Apache-2.0
// Run requests, pace and watches, guarded by one mutex.
#include "app/link/engine_control.h"

#include <chrono>

namespace ng::views {

void EngineControl::request(RunRequest request) {
  {
    const std::lock_guard lock(mutex_);
    requested_ = request;
    *interrupted_ = request != RunRequest::proceed;
    *ending_ = request == RunRequest::stop || request == RunRequest::cancel;
  }
  changed_.notify_all();
}

bool EngineControl::sleep(double seconds) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                            [this] { return requested_ != RunRequest::proceed; });
}

void EngineControl::setPace(double iterationsPerSecond) {
  pace_ = iterationsPerSecond;
}

void EngineControl::addErrand(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  errands_.push_back(std::move(work));
}

void EngineControl::runErrands() {
  std::vector<std::function<void()>> errands;
  {
    const std::lock_guard lock(mutex_);
    errands.swap(errands_);
  }
  for (const auto& errand : errands) errand();
}

void EngineControl::setBreakpoints(std::vector<BreakpointRecord> breakpoints,
                                   std::vector<WatchRecord> watches) {
  const std::lock_guard lock(mutex_);
  breakpoints_ = std::move(breakpoints);
  watches_ = std::move(watches);
  breakpointsAt_ = Request::next();
}

bool EngineControl::takeBreakpoints(Request& since, std::vector<BreakpointRecord>& breakpoints,
                                    std::vector<WatchRecord>& watches) const {
  const std::lock_guard lock(mutex_);
  if (since == breakpointsAt_) return false;
  since = breakpointsAt_;
  breakpoints = breakpoints_;
  watches = watches_;
  return true;
}

void EngineControl::setWatched(std::set<OpId> ops) {
  const std::lock_guard lock(mutex_);
  watched_ = std::move(ops);
  watchedAt_ = Request::next();
}

bool EngineControl::takeWatched(Request& since, std::set<OpId>& ops) const {
  const std::lock_guard lock(mutex_);
  if (since == watchedAt_) return false;
  since = watchedAt_;
  ops = watched_;
  return true;
}

}  // namespace ng::views
