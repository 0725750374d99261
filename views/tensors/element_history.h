// SPDX-License-Identifier: Apache-2.0
// Line plot of one element over the kept iterations; a click selects the iteration.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/base/number.h"

namespace ng::views {

class ElementHistory : public QWidget {
  Q_OBJECT

 public:
  using Points = std::vector<std::pair<std::int64_t, Number>>;  // iteration, value

  explicit ElementHistory(QWidget* parent = nullptr);
  void setPoints(Points points, std::int64_t current);
  QPointF pointAt(std::size_t i) const;  // for finite values
  QSize sizeHint() const override { return {200, 52}; }
  QSize minimumSizeHint() const override;

 signals:
  void iterationClicked(qint64 iteration);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  std::size_t nearest(double x) const;
  double labelWidth() const;  // of the minimum and the maximum
  QRectF plotRect() const;

  Points points_;
  std::int64_t current_ = 0;
  double low_ = 0, high_ = 1;
};

}  // namespace ng::views
