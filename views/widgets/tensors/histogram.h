// SPDX-License-Identifier: Apache-2.0
// The distribution of a tensor's values: bars, the mean as a line, ± one standard deviation as a
// band, value and count axes. A small form without axes fits into a link row.
#pragma once

#include <QWidget>
#include <cstddef>
#include <optional>

#include "views/core/describable.h"
#include "views/widgets/plots/plot_axis.h"
#include "views/widgets/tensors/tensor_statistics.h"

class QPainter;

namespace ng::views {

class Histogram : public QWidget, public Describable {
  Q_OBJECT

 public:
  explicit Histogram(QWidget* parent = nullptr);
  // `of`: total number of elements if the bins count a sample; 0 if they count all elements.
  void setData(HistogramBins bins, const TensorStatistics& statistics, std::int64_t of = 0);
  void setLogCounts(bool log);
  // "0.12 … 0.14: 1,204 of 78,400" for the bin under the cursor, else the whole range.
  QString statusText() const;
  QRectF plotRect() const;
  std::optional<std::size_t> binAt(const QPointF& position) const;

  QJsonObject description() const override;
  QSize sizeHint() const override { return {400, 200}; }
  QSize minimumSizeHint() const override { return {160, 96}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  PlotAxis axis() const;                       // of the values
  double barHeight(std::int64_t count) const;  // 0..1
  void paintBars(QPainter& painter) const;
  void paintMoments(QPainter& painter) const;
  void paintAxes(QPainter& painter) const;

  HistogramBins bins_;
  TensorStatistics statistics_;
  std::int64_t of_ = 0;
  bool log_ = false;
  std::optional<std::size_t> hover_;  // bin under the cursor
};

// The bars alone, in `colour`.
void paintMiniHistogram(QPainter& painter, const QRectF& rect, const HistogramBins& bins,
                        const QColor& colour);

}  // namespace ng::views
