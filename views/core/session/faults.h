// SPDX-License-Identifier: Apache-2.0
// Faults: breakpoints, watch expressions, where a run stopped, and the health of its values. GUI
// thread only.
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "engine/analysis/health_log.h"
#include "engine/records/debug_record.h"

namespace ng::views {

class Faults : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // Breakpoints of the run; setting one replaces the breakpoint of the same op. A condition that
  // cannot be parsed is refused with a message. faultsChanged() follows.
  virtual std::vector<BreakpointRecord> breakpoints() const { return {}; }
  virtual void setBreakpoint(const BreakpointRecord&) {}
  virtual void removeBreakpoint(OpKey) {}
  // Watch expressions with their values in the shown iteration.
  virtual std::vector<WatchRecord> watches() const { return {}; }
  virtual void setWatches(const std::vector<WatchRecord>&) {}
  // The position of a run that stopped within an iteration; set before stopReached() is emitted.
  virtual std::optional<StopRecord> stopped() const { return std::nullopt; }
  // Summaries of the kernels' outputs, collected during the run; null: never watched.
  virtual HealthLogPtr health() const { return nullptr; }
  virtual void watchHealth(bool) {}
  virtual bool watchesHealth() const { return false; }

 signals:
  void faultsChanged();  // breakpoints, watches or their values
  void stopReached();    // stopped() has a new value
  void healthChanged();
};

}  // namespace ng::views
