// SPDX-License-Identifier: Apache-2.0
// Breakpoints, watch expressions, where a run stopped, and the health of its values.
#pragma once

#include <optional>
#include <vector>

#include "engine/analysis/health_log.h"
#include "engine/records/debug_record.h"

namespace ng::views {

struct FaultState {
  std::vector<BreakpointRecord> breakpoints;
  std::vector<WatchRecord> watches;   // with their values in the shown iteration
  std::optional<StopRecord> stopped;  // the position of a run that stopped within an iteration
  HealthLogPtr health;                // summaries of the kernels' outputs; null: never watched
  bool watchesHealth = false;
};

}  // namespace ng::views
