// SPDX-License-Identifier: Apache-2.0
// Counters below the lanes: memory in use, bytes and FLOP per second of the shown run.
#pragma once

#include <QJsonArray>
#include <QRectF>
#include <vector>

#include "views/timeline/run_steps.h"
#include "views/timeline/time_scale.h"

class QPainter;

namespace ng::views {

class CounterTracks {
 public:
  explicit CounterTracks(const RunSteps& steps) : steps_(steps) {}

  const RunSteps& steps() const { return steps_; }
  double height() const;  // 0: the run has no kernel events
  // `top`: of the first track; `right`: end of the tracks.
  void paint(QPainter& painter, const TimeScale& scale, double top, double right) const;
  // "12.3 GFLOP/s", of the pixel at `x`; empty: not in a track.
  QString valueAt(const TimeScale& scale, double x, double y) const;  // `y`: below the first top
  // Of each track, the value of the whole visible time and the largest of its pixels.
  QJsonArray description(const TimeScale& scale) const;

 private:
  struct Track {
    const char* name;
    double (*of)(const RunSteps& steps, double from, double to);  // between two times
    QString (*text)(double value);
  };
  static const Track tracks_[3];
  std::vector<double> values(const Track& track, const TimeScale& scale) const;  // by pixel

  const RunSteps& steps_;
};

}  // namespace ng::views
