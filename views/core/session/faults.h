// SPDX-License-Identifier: Apache-2.0
// Faults: breakpoints, watch expressions, where a run stopped, and the health of its values. GUI
// thread only.
#pragma once

#include <QObject>

#include "views/core/session/source.h"

namespace ng::views {

class Faults : public QObject {
  Q_OBJECT

 public:
  explicit Faults(Source& source);  // outlives this object

  // Breakpoints of the run; setting one replaces the breakpoint of the same op. A condition that
  // cannot be parsed is refused with a message. faultsChanged() follows.
  std::vector<BreakpointRecord> breakpoints() const { return source_.state().faults.breakpoints; }
  void setBreakpoint(const BreakpointRecord& breakpoint) {
    source_.take(command::SetBreakpoint{breakpoint});
  }
  void removeBreakpoint(OpKey op) { source_.take(command::RemoveBreakpoint{op}); }
  // Watch expressions with their values in the shown iteration.
  std::vector<WatchRecord> watches() const { return source_.state().faults.watches; }
  void setWatches(const std::vector<WatchRecord>& watches) {
    source_.take(command::SetWatches{watches});
  }
  // The position of a run that stopped within an iteration; set before stopReached() is emitted.
  std::optional<StopRecord> stopped() const { return source_.state().faults.stopped; }
  // Summaries of the kernels' outputs, collected during the run; null: never watched.
  HealthLogPtr health() const { return source_.state().faults.health; }
  void watchHealth(bool on) { source_.take(command::WatchHealth{on}); }
  bool watchesHealth() const { return source_.state().faults.watchesHealth; }

 signals:
  void faultsChanged();  // breakpoints, watches or their values
  void stopReached();    // stopped() has a new value
  void healthChanged();

 private:
  Source& source_;
};

}  // namespace ng::views
