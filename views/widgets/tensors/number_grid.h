// SPDX-License-Identifier: Apache-2.0
// The numbers of a matrix, aligned at the decimal point as NumPy prints them, with axis names and
// indexes. Formats only visible cells. Cells can be navigated, selected and copied. A vector that
// is too long for one line is wrapped; each line starts with its first index.
#pragma once

#include <QAbstractScrollArea>
#include <optional>

#include "views/widgets/tensors/tensor_slice.h"
#include "views/widgets/tensors/tensor_statistics.h"

class QAction;

namespace ng::views {

// One format for a whole matrix: fixed with as many decimals as its range needs, or with exponents.
struct NumberFormat {
  char form = 'f';
  int decimals = 4;
  int width = 6;  // characters of the widest number

  static NumberFormat fit(const TensorStatistics& statistics, bool integers);
  QString text(const Number& value) const;
};

class NumberGrid : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit NumberGrid(QWidget* parent = nullptr);
  // Keeps scroll position and selection if the shape is unchanged.
  void setSlice(const TensorSlice& slice, const TensorStatistics& statistics);

  QString cellText(std::int64_t row, std::int64_t column) const;
  QRect cellRect(std::int64_t row, std::int64_t column) const;  // in viewport coordinates
  // Where and how the cell's number is painted.
  QRect numberRect(std::int64_t row, std::int64_t column) const;
  QFont numberFont() const;
  Qt::Alignment numberAlignment() const;
  void showCell(std::int64_t row, std::int64_t column);  // scrolls to the cell and makes it current
  // "W 3 · H 17 = 0.123456789" for the cell under the cursor, else for the current cell, else the
  // shape.
  QString statusText() const;
  // The slice as lines of text with aligned numbers; only the visible part if the tensor is not
  // held in memory.
  QString asText() const;
  QString asCsv() const;

  QSize sizeHint() const override { return {360, 160}; }
  QSize minimumSizeHint() const override { return {120, 72}; }

 signals:
  void cellActivated(std::int64_t row, std::int64_t column);  // double click, Enter or F2
  // Key O: asks for the origin of the cell's number.
  void cellAsked(std::int64_t row, std::int64_t column);

 protected:
  void connectNotify(const QMetaMethod& signal) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  using Cell = std::pair<std::int64_t, std::int64_t>;
  static constexpr int columnHeader = 40, cellHeight = 20, statusHeight = 24;
  void layOut();
  void wrap(int columnsThatFit);
  Cell placeOf(Cell cell) const;         // line and column at which an element is painted
  Cell elementAt(Cell place) const;      // inverse of placeOf(); may be beyond the last element
  Cell places() const;                   // number of lines and columns
  std::pair<Cell, Cell> copied() const;  // the first cell and the one after the last
  void goTo(Cell cell);
  std::optional<Cell> cellAt(const QPoint& position) const;
  QRect cellsRect() const;
  void paintScalar(QPainter& painter) const;
  void paintCell(QPainter& painter, std::int64_t row, std::int64_t column) const;
  void paintHeaders(QPainter& painter, Cell first, Cell last) const;
  void paintIndexes(QPainter& painter, Cell first, Cell last) const;
  void makeActions();
  QAction* ask_ = nullptr;  // enabled if cellAsked() is connected

  TensorSlice slice_;
  NumberFormat format_;
  std::optional<Cell> current_, hover_;
  int columnWidth_ = 64, rowHeader_ = 40;
  int wrap_ = 0;  // elements per line of a wrapped vector; 0: not wrapped
};

}  // namespace ng::views
