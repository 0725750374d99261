// SPDX-License-Identifier: Apache-2.0
// Profile: what was measured of the compilation and the run. GUI thread only.
#pragma once

#include <QObject>
#include <map>
#include <string>

#include "engine/trace/timeline.h"

namespace ng::views {

class Profile : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // The compilation, followed by the recorded part of the run. The run's part grows while it runs;
  // timelineChanged() follows, on the GUI thread. Null if nothing is recorded.
  virtual TimelinePtr timeline() const { return nullptr; }
  // Enables recording of every step of a run, which slows small programs down; free when off. Calls
  // are counted: every true needs a false.
  virtual void recordTimeline(bool) {}
  // The pace at which kernel times were measured; 0: full speed, or nothing measured yet.
  virtual double timesPace() const { return 0; }
  // Microseconds per launch by kernel name, from the last run at full speed; empty if timesPace()
  // is 0.
  virtual std::map<std::string, double> fullSpeedTimes() const { return {}; }

 signals:
  void timelineChanged();
};

}  // namespace ng::views
