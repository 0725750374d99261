// SPDX-License-Identifier: Apache-2.0
// Values: curves, results and the values of watched ops, of the shown iteration. GUI thread only;
// the records are immutable.
#pragma once

#include <QObject>
#include <vector>

#include "engine/records/records.h"

namespace ng::views {

class Values : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual std::vector<SeriesRecord> series() const = 0;
  // The results of the last finished call, each with its axes, in the computation's order.
  virtual std::vector<TensorRecord> results() const = 0;
  // A watched op's value is copied at the end of each step; tensorsChanged follows, at most at the
  // screen's refresh rate. Calls are counted: every watch needs an unwatch.
  virtual void watch(OpKey op) = 0;
  virtual void unwatch(OpKey op) = 0;
  virtual std::vector<OpKey> watched() const = 0;
  virtual TensorRecordPtr value(OpKey op) const = 0;  // null: not run, or not kept

 signals:
  void seriesChanged();
  void tensorsChanged();
};

}  // namespace ng::views
