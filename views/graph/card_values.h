// SPDX-License-Identifier: Apache-2.0
// Live values on the lower edge of cards, from 100 % on: a scalar's number, the elements of others
// as a strip of colours or, where they are many, their histogram. What is shown is what the session
// has anyway: state, results of the computation and whatever is watched elsewhere; the states in
// sight are watched for it.
#pragma once

#include <QImage>
#include <QTimer>
#include <QWidget>
#include <map>

#include "views/core/drawn.h"
#include "views/core/workspace.h"
#include "views/graph/canvas.h"
#include "views/widgets/histogram.h"
#include "views/widgets/value_watch.h"

namespace ng::views {

class CardValues : public QWidget, public Drawn {
  Q_OBJECT

 public:
  static constexpr std::int64_t mostElements = 1 << 18;  // of a value that is shown

  CardValues(Workspace& workspace, GraphCanvas& canvas);

  struct Shown {
    QString text;          // of a scalar, or "NaN"
    QImage strip;          // of a few thousand elements
    HistogramBins spread;  // of more
    bool finite = true;
  };
  const std::map<ItemId, Shown>& shown() const { return shown_; }
  QJsonObject drawn() const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool near() const;  // close enough to read them
  void look();        // which cards are in sight
  void take();        // their values
  bool small(OpKey op, Family& family) const;
  using Values = std::map<ItemId, TensorRecordPtr>;
  using Pictures = std::map<ItemId, Shown>;
  void put(const Values& values, Pictures pictures);
  QRectF place(ItemId card, const Shown& shown) const;

  Workspace& workspace_;
  GraphCanvas& canvas_;
  std::vector<ItemId> cards_;  // in sight, whose values may be shown
  std::map<OpKey, ValueWatch> watches_;
  Pictures shown_;
  Values values_;       // whose pictures these are
  JobId job_ = 0;       // makes those of large values
  bool again_ = false;  // newer ones came meanwhile
  double ratio_ = 1;    // device pixels of a scene unit in the pictures
  QTimer later_;
};

}  // namespace ng::views
