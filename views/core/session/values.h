// SPDX-License-Identifier: Apache-2.0
// Values: curves, results and the values of watched ops, of the shown iteration. GUI thread only;
// the records are immutable.
#pragma once

#include <QObject>

#include "views/core/session/source.h"

namespace ng::views {

class Values : public QObject {
  Q_OBJECT

 public:
  explicit Values(Source& source);  // outlives this object

  SeriesList series() const;
  // The results of the last finished call, each with its axes, in the computation's order.
  TensorList results() const;
  // A watched op's value is copied at the end of each step; tensorsChanged follows, at most at the
  // screen's refresh rate. Calls are counted: every watch needs an unwatch.
  void watch(OpId op);
  void unwatch(OpId op);
  std::vector<OpId> watched() const;
  // Null: not run, or not kept.
  TensorRecordPtr value(OpId op) const;

 signals:
  void seriesChanged();
  void tensorsChanged();

 private:
  Source& source_;
};

}  // namespace ng::views
