// SPDX-License-Identifier: Apache-2.0
// Data that the engine's thread sends to the window during a run. The window takes it at its own
// rate: numbers and tensors are the latest, curve points are all new ones.
#pragma once

#include <QMetaType>
#include <map>
#include <optional>
#include <vector>

#include "app/link/run_events.h"
#include "engine/analysis/health_log.h"
#include "engine/base/op_id.h"
#include "engine/records/debug_record.h"
#include "engine/records/records.h"
#include "views/core/session/request.h"
#include "views/core/session/state/run_status.h"

namespace ng::views {

struct CurvePoint {
  std::size_t series = 0;
  double x = 0, y = 0;
};

struct RunNumbers {
  Request program;  // the compile request whose program runs
  Request started;  // last requested run or step that the engine has started
  RunStatus status;
  std::optional<StopRecord> stop;  // where the run stopped
  std::uint64_t stops = 0;         // number of stops
};

struct RunFrame : RunNumbers {
  std::optional<std::vector<SeriesRecord>> heads;  // the curves restart without points
  std::vector<CurvePoint> points;
  std::optional<std::vector<TensorRecord>> results;
  std::optional<std::map<OpId, TensorRecordPtr>> tensors;
  std::optional<RunEvents> events;
  std::optional<std::vector<StepTime>> stepTimes;  // per program step
  std::optional<std::vector<WatchRecord>> watches;
  std::optional<HealthBatch> health;
};

}  // namespace ng::views
