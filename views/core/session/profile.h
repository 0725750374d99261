// SPDX-License-Identifier: Apache-2.0
// Profile: what was measured of the compilation and the run. GUI thread only.
#pragma once

#include <QObject>

#include "views/core/session/source.h"

namespace ng::views {

class Profile : public QObject {
  Q_OBJECT

 public:
  explicit Profile(Source& source);  // outlives this object

  // The run's part grows while it runs; timelineChanged() follows. Null if nothing is recorded.
  TimelinePtr timeline() const { return source_.state().profile.timeline; }
  // Enables recording of every step of a run, which slows small programs down; free when off. Calls
  // are counted: every true needs a false.
  void recordTimeline(bool on);
  double timesPace() const { return source_.state().profile.timesPace; }  // as in ProfileState
  std::map<std::string, double> fullSpeedTimes() const;

 signals:
  void timelineChanged();

 private:
  Source& source_;
};

}  // namespace ng::views
