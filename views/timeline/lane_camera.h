// SPDX-License-Identifier: Apache-2.0
// The visible stretch of time of the lanes: zoom, pan, and fitting the run.
#pragma once

#include <QObject>
#include <optional>

#include "views/timeline/shown_timelines.h"
#include "views/timeline/time_scale.h"

namespace ng::views {

class LaneCamera : public QObject {
  Q_OBJECT

 public:
  explicit LaneCamera(const ShownTimelines& timelines) : timelines_(timelines) {}

  const TimeScale& scale() const { return scale_; }
  bool isAutomatic() const { return automatic_; }  // fits the run: the user has not zoomed
  void setPixels(double left, double width) { scale_.setPixels(left, width); }

  void show(double from, double to);        // in nanoseconds
  void fit();                               // fits the run, and again when it grows
  void follow();                            // the run has grown: fits it until the user zooms
  void home();                              // fits the run; if fitted: includes compilation
  void focus(std::optional<Stretch> span);  // if already there, or without a span: fits the run
  void zoom(double factor, double x);       // about a pixel
  void pan(double pixels);
  void panBy(double share);  // fraction of the width

 signals:
  void changed();

 private:
  void move(double from, double to, bool automatic);

  const ShownTimelines& timelines_;
  TimeScale scale_;
  bool automatic_ = true;  // the user has not zoomed
};

}  // namespace ng::views
