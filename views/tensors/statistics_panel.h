// SPDX-License-Identifier: Apache-2.0
// Statistics of a tensor as rows: min and max with positions, mean, std, L2, zeros, NaN, Inf.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "views/widgets/tensors/tensor_slice.h"
#include "views/widgets/tensors/tensor_statistics.h"

namespace ng::views {

struct StatisticsRow {
  QString name, value, place;  // place: position "W 3 · H 17", or a share such as "12 %"
  bool bad = false;            // NaN or infinities exist
  std::optional<std::int64_t> element = {};  // row-major index of the element at `place`
};

std::vector<StatisticsRow> statisticsRows(const TensorRecord& tensor, const TensorStatistics& s);

class StatisticsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit StatisticsPanel(QWidget* parent = nullptr);
  void setData(const TensorRecordPtr& tensor, const TensorStatistics& statistics);
  QString asText() const;

  QRect placeRect(int row) const;  // clickable area of the position

  // Row with the keyboard cursor: Up and Down move it, Enter selects the element. -1: none.
  int current() const { return current_; }

  QSize sizeHint() const override { return {264, 260}; }
  QSize minimumSizeHint() const override { return {176, 96}; }

 signals:
  void elementChosen(std::int64_t element);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  std::optional<std::int64_t> elementAt(QPoint at) const;

  void walk(int by);
  bool leads(int row) const;

  std::vector<StatisticsRow> rows_;
  int current_ = -1;
};

}  // namespace ng::views
