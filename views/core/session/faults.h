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
  std::vector<BreakpointRecord> breakpoints() const;
  void setBreakpoint(const BreakpointRecord& breakpoint);
  void removeBreakpoint(OpId op);
  // Watch expressions with their values in the shown iteration.
  std::vector<WatchRecord> watches() const;
  void setWatches(const std::vector<WatchRecord>& watches);
  // The position of a run that stopped within an iteration; set before stopReached() is emitted.
  std::optional<StopRecord> stopped() const;
  // Summaries of the kernels' outputs, collected during the run; null: never watched.
  HealthLogPtr health() const { return source_.state().faults.health; }
  void watchHealth(bool on);
  bool watchesHealth() const { return source_.state().faults.watchesHealth; }

 signals:
  void faultsChanged();  // breakpoints, watches or their values
  void stopReached();    // stopped() has a new value
  void healthChanged();

 private:
  Source& source_;
};

}  // namespace ng::views
