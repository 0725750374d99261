// SPDX-License-Identifier: Apache-2.0
// Legend of the memory plan: explains only the colours and lines currently drawn.
#pragma once

#include <QWidget>

namespace ng::views {

class PlanPlot;

// Strip of legend entries; a narrow strip omits the last ones.
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
