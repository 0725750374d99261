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
#include "views/core/session/request.h"

namespace ng::views {

struct CurvePoint {
  std::size_t series = 0;
  double x = 0, y = 0;
};

struct RunNumbers {
  Request program;  // the compile request whose program runs
  Request started;  // last requested run or step that the engine has started
  RunState state = RunState::idle;
  std::int64_t shown = 0, done = 0, total = 0;  // iterations
  int epoch = 0, epochs = 0, batches = 0;
  int step = 0;         // finished steps of the iteration that is being stepped
  bool within = false;  // an iteration is being stepped
  bool back = false;    // while stepping, a kept iteration (`shown`) is displayed
  double microsecondsPerStep = 0;
  std::int64_t trained = 0;  // see RunStatus
  bool trainedSaved = false;
  bool trains = false;
  std::optional<StopRecord> stop;  // where the run stopped
  std::uint64_t stops = 0;         // number of stops
};

struct RunFrame : RunNumbers {
  std::optional<std::vector<SeriesRecord>> heads;  // the curves restart without points
  std::vector<CurvePoint> points;
  std::optional<std::vector<TensorRecord>> results;
  std::optional<std::map<OpKey, TensorRecordPtr>> tensors;
  std::optional<RunEvents> events;
  std::optional<std::vector<StepTime>> stepTimes;  // per program step
  std::optional<std::vector<WatchRecord>> watches;
  std::optional<HealthBatch> health;
};

}  // namespace ng::views
