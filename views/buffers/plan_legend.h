// SPDX-License-Identifier: Apache-2.0
// What the colours and lines of a memory plan mean: only of what is in the picture now.
#pragma once

#include <QBrush>
#include <QPen>
#include <QWidget>
#include <vector>

namespace ng::views {

class PlanPlot;

struct PlanSign {
  enum class Shape { box, line } shape = Shape::box;
  QString text;
  QBrush fill = Qt::NoBrush;
  QPen pen = Qt::NoPen;
};

// In the order in which they are read; of a narrow strip the last ones are left out.
class PlanLegend : public QWidget {
  Q_OBJECT

 public:
  explicit PlanLegend(PlanPlot* plot);

  QStringList entries() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  PlanPlot* plot_;
};

}  // namespace ng::views
