// SPDX-License-Identifier: Apache-2.0
// A matrix as colours with axis names, ticks and a colour bar. The wheel zooms at the cursor, a
// drag pans, Home fits; dragging an end of the bar sets the range, a double click on it fits the
// range to the data. Large cells show their number; the element under the cursor is printed
// exactly. NaN is hatched, infinities are ▲▼, values out of range put an arrow at the bar's end.
#pragma once

#include <QWidget>
#include <functional>
#include <optional>

#include "views/core/drawn.h"
#include "views/widgets/heat_marks.h"
#include "views/widgets/heat_scale.h"

class QAction;

namespace ng::views {

class HeatMap : public QWidget, public Drawn {
  Q_OBJECT

 public:
  explicit HeatMap(QWidget* parent = nullptr);

  // Keeps zoom and a range set by hand when the shape is the same.
  void setSlice(const TensorSlice& slice, const TensorStatistics& statistics);
  // Elements are read from a file: never more of them than pixels, by showing a window of the map.
  void setWindowed(bool windowed) { windowed_ = windowed; }
  const HeatScale& scale() const { return scale_; }
  void setScale(const HeatScale& scale);  // by hand: stays until fitScale()
  void fitScale();
  void setLogarithmic(bool on);
  QList<QAction*> rangeActions() const { return actions().mid(firstRange); }
  void fitView();

  // Where cell (row, column) is painted; the cell at a position, if any.
  QRectF cellRect(std::int64_t row, std::int64_t column) const;
  std::optional<std::pair<int, int>> cellAt(const QPointF& position) const;
  // What the line below the map says: the element under the cursor or the size and the scale.
  QString statusText() const;
  // NaN and infinite cells that are told by marks while cells are small.
  const std::vector<HeatMark>& marks() const { return marks_; }
  int numberDigits() const;  // of the numbers in the cells; 0: there is no room for them
  QRectF mapRect() const;
  QRectF barRect() const;

  QJsonObject drawn() const override;
  QSize sizeHint() const override { return {400, 240}; }
  QSize minimumSizeHint() const override { return {160, 96}; }

 signals:
  void cellAsked(std::int64_t row, std::int64_t column);  // where its number comes from: O

 protected:
  void connectNotify(const QMetaMethod& signal) override;
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  enum class Drag { none, pan, low, high };
  QRectF visiblePart() const;  // in cells
  QSizeF leastCell() const;
  void zoom(double factor, const QPointF& at);
  void keepInside();
  void dragBar(const QPointF& position);
  static constexpr int firstRange = 2;
  void makeActions();
  QAction* ask_ = nullptr;  // offered where cellAsked() has a listener
  QAction* logarithmic_ = nullptr;
  void paintCells(QPainter& painter);
  void paintOdd(QPainter& painter, const QRectF& cell, double value) const;
  void paintMarks(QPainter& painter) const;
  void paintNumbers(QPainter& painter) const;
  void eachSeen(const std::function<void(int, int, double)>& call) const;  // finite cells
  void paintAxes(QPainter& painter) const;
  void paintBar(QPainter& painter) const;
  void paintStatus(QPainter& painter) const;
  static constexpr int statusLine() { return 24; }

  TensorSlice slice_;
  TensorStatistics statistics_;
  HeatCells cells_;
  std::vector<HeatMark> marks_;
  int leftGutter_ = 56;  // for the name and the indexes of rows
  HeatScale scale_;
  bool scaleByHand_ = false, windowed_ = false;
  QSizeF cell_{16, 16};  // pixels
  QPointF origin_;       // of cell (0, 0), relative to mapRect
  bool fitted_ = true;
  QImage image_;
  QRectF imagePart_;
  Drag drag_ = Drag::none;
  QPointF last_;
  std::optional<std::pair<int, int>> hover_, pointed_;  // pointed_: where the menu was opened
};

}  // namespace ng::views
