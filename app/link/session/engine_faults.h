// SPDX-License-Identifier: Apache-2.0
// Breakpoints, watch expressions and health of the engine's run in this process.
#pragma once

#include <set>

#include "app/link/session/engine_values.h"
#include "views/core/session/faults.h"
#include "views/core/session/messages.h"

namespace ng::views {

class EngineFaults : public Faults {
  Q_OBJECT

 public:
  EngineFaults(EngineLink& link, EngineRun& run, EngineValues& values, Messages& messages)
      : link_(link), run_(run), values_(values), messages_(messages) {}

  std::vector<BreakpointRecord> breakpoints() const override { return breakpoints_; }
  void setBreakpoint(const BreakpointRecord& breakpoint) override;
  void removeBreakpoint(OpKey op) override;
  std::vector<WatchRecord> watches() const override { return watches_; }
  void setWatches(const std::vector<WatchRecord>& watches) override;
  std::optional<StopRecord> stopped() const override { return stop_; }
  HealthLogPtr health() const override { return health_; }
  void watchHealth(bool on) override;
  bool watchesHealth() const override { return link_.control.watchesHealth(); }

  bool take(const RunFrame& frame);  // emits only healthChanged(); true: stopped() is new
  void forget();                     // the document

 private:
  void send();
  void takeWatches(const std::vector<WatchRecord>& values);

  EngineLink& link_;
  EngineRun& run_;
  EngineValues& values_;
  Messages& messages_;
  std::vector<BreakpointRecord> breakpoints_;
  std::vector<WatchRecord> watches_;
  std::set<OpKey> watchedOps_;  // for breakpoints and watches
  std::optional<StopRecord> stop_;
  std::uint64_t stops_ = 0;
  std::shared_ptr<HealthLog> health_;
};

}  // namespace ng::views
