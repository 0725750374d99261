// SPDX-License-Identifier: Apache-2.0
// Measurements sent by a program, as timeline events and as typical times of kernels.
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <string>
#include <vector>

#include "app/link/session/engine_session.h"
#include "app/link/usual_time.h"
#include "engine/remote/message.h"

namespace ng::views {

class ScriptMeasurements {
 public:
  explicit ScriptMeasurements(EngineSession& engine) : engine_(engine) {}

  TimelinePtr timeline() const { return events_.timeline(); }
  void restart();
  // `live`: they belong to the shown compilation, whose kernels then show their times.
  void take(const remote::Measured& measured, bool live);

 private:
  void takeSteps(const remote::Measured& measured);

  EngineSession& engine_;
  RunTimeline events_{{"program", "compile"}};
  std::vector<std::string> names_;
  QString timed_;  // computation to which the steps belong
  std::vector<StepTime> stepTimes_;
  std::vector<UsualTime> usualTimes_;  // of the same steps
  QElapsedTimer sent_;
};

}  // namespace ng::views
