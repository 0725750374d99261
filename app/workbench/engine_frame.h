// SPDX-License-Identifier: Apache-2.0
// What the engine's thread tells the window while something runs. The window takes it at its own
// rate: numbers and tensors are the newest, points of curves are all that came since.
#pragma once

#include <QMetaType>
#include <map>
#include <optional>
#include <vector>

#include "app/workbench/run_events.h"
#include "engine/session/health_log.h"

namespace ng::views {

struct CurvePoint {
  std::size_t series = 0;
  double x = 0, y = 0;
};

struct RunNumbers {
  int number = 0;   // of the compile request whose program runs
  int started = 0;  // of the runs that were asked for, the last that the engine had begun with
  RunState state = RunState::idle;
  std::int64_t shown = 0, done = 0, total = 0;  // iterations
  int epoch = 0, epochs = 0, batches = 0;
  int step = 0;         // steps done of the iteration that is being stepped through
  bool within = false;  // an iteration is being stepped through
  bool back = false;    // and yet `shown`, a kept one, is looked at
  double microsecondsPerStep = 0;
  std::optional<StopRecord> stop;  // where the run stands
  std::uint64_t stops = 0;         // how many there were
};

struct RunFrame : RunNumbers {
  std::optional<std::vector<SeriesRecord>> heads;  // the curves begin anew, without points
  std::vector<CurvePoint> points;
  std::optional<std::vector<TensorRecord>> results;
  std::optional<std::map<OpKey, TensorRecordPtr>> tensors;
  std::optional<RunEvents> events;
  std::optional<std::vector<StepTime>> stepTimes;  // of each step of the program
  std::optional<std::vector<WatchRecord>> watches;
  std::optional<HealthBatch> health;
};

}  // namespace ng::views
