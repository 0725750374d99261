// SPDX-License-Identifier: Apache-2.0
// Shows live values on the lower edge of cards, from 100 % zoom: the number of a scalar, the
// elements of larger values as a strip of colours, many elements as a histogram. Shows the values
// that the session already has: state, results of the computation and ops watched elsewhere; the
// visible state ops are watched for this purpose.
#pragma once

#include <QImage>
#include <QTimer>
#include <QWidget>
#include <map>

#include "views/core/describable.h"
#include "views/core/workspace.h"
#include "views/graph/canvas/canvas.h"
#include "views/widgets/tensors/histogram.h"
#include "views/widgets/value_watch.h"

namespace ng::views {

class CardValues : public QWidget, public Describable {
  Q_OBJECT

 public:
  static constexpr std::int64_t mostElements = 1 << 18;  // largest value that is shown

  CardValues(Workspace& workspace, GraphCanvas& canvas);

  struct Shown {
    QString text;          // of a scalar, or "NaN"
    QImage strip;          // up to a few thousand elements
    HistogramBins spread;  // histogram of more elements
    bool finite = true;
  };
  const std::map<ItemId, Shown>& shown() const { return shown_; }
  QJsonObject description() const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool near() const;  // zoomed in far enough to read them
  void look();        // determines the visible cards
  void take();        // reads their values
  bool small(OpId op, Family& family) const;
  using Values = std::map<ItemId, TensorRecordPtr>;
  using Pictures = std::map<ItemId, Shown>;
  void put(const Values& values, Pictures pictures);
  QRectF place(ItemId card, const Shown& shown) const;

  Workspace& workspace_;
  GraphCanvas& canvas_;
  std::vector<ItemId> cards_;  // visible cards whose values may be shown
  std::map<OpId, ValueWatch> watches_;
  Pictures shown_;
  Values values_;       // the values of the current pictures
  JobId job_ = 0;       // processes large values
  bool again_ = false;  // newer values arrived meanwhile
  double ratio_ = 1;    // device pixels per scene unit in the pictures
  QTimer later_;
};

}  // namespace ng::views
