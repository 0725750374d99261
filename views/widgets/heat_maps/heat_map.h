// SPDX-License-Identifier: Apache-2.0
// A matrix as colours, with axis names, ticks and a colour bar. The wheel zooms at the cursor, a
// drag pans, Home fits. Dragging an end of the bar sets the range; a double click on the bar fits
// the range to the data. Large cells show their number; the status line shows the exact element
// under the cursor. NaN cells are hatched, infinities are ▲▼; values out of range put an arrow at
// the bar's end.
#pragma once

#include <QWidget>
#include <functional>
#include <optional>

#include "views/core/describable.h"
#include "views/widgets/heat_maps/heat_marks.h"
#include "views/widgets/heat_maps/heat_scale.h"

class QAction;

namespace ng::views {

class HeatMap : public QWidget, public Describable {
  Q_OBJECT

 public:
  explicit HeatMap(QWidget* parent = nullptr);

  // Keeps the zoom and a manually set range if the shape is unchanged.
  void setSlice(const TensorSlice& slice, const TensorStatistics& statistics);
  // For elements that are read from a file: shows a part of the map with at most one element per
  // pixel.
  void setWindowed(bool windowed) { windowed_ = windowed; }
  const HeatScale& scale() const { return scale_; }
  void setScale(const HeatScale& scale);  // manual; kept until fitScale()
  void fitScale();
  void setLogarithmic(bool on);
  QList<QAction*> rangeActions() const { return actions().mid(firstRange); }
  void fitView();
  // The same zoom, part and pointed cell as a map of as many cells; emits nothing.
  void showAs(const HeatMap& other);

  // cellRect(): where cell (row, column) is painted. cellAt(): the cell at a position, if any.
  QRectF cellRect(std::int64_t row, std::int64_t column) const;
  std::optional<std::pair<int, int>> cellAt(const QPointF& position) const;
  // The text of the status line: the element under the cursor, or the size and the scale.
  QString statusText() const;
  // Non-finite cells that are marked with rings while cells are small.
  const std::vector<HeatMark>& marks() const { return marks_; }
  int numberDigits() const;  // digits of the numbers in the cells; 0: numbers do not fit
  QRectF mapRect() const;
  QRectF barRect() const;

  QJsonObject description() const override;
  QSize sizeHint() const override { return {400, 240}; }
  QSize minimumSizeHint() const override { return {160, 96}; }

 signals:
  // Key O: asks for the origin of the cell's number.
  void cellAsked(std::int64_t row, std::int64_t column);
  void viewChanged();  // the user zoomed, scrolled or points at another cell

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
  QAction* ask_ = nullptr;  // enabled if cellAsked() is connected
  QAction* logarithmic_ = nullptr;
  void paintCells(QPainter& painter);
  void paintNonFinite(QPainter& painter, const QRectF& cell, double value) const;
  void paintMarks(QPainter& painter) const;
  void paintNumbers(QPainter& painter) const;
  // Calls `call` for each visible finite cell.
  void eachSeen(const std::function<void(int, int, double)>& call) const;
  void paintAxes(QPainter& painter) const;
  void paintBar(QPainter& painter) const;
  void paintStatus(QPainter& painter) const;
  static constexpr int statusLine() { return 24; }

  TensorSlice slice_;
  TensorStatistics statistics_;
  HeatCells cells_;
  std::vector<HeatMark> marks_;
  int leftGutter_ = 56;  // for the row axis's name and indexes
  HeatScale scale_;
  bool scaleByHand_ = false, windowed_ = false;
  QSizeF cell_{16, 16};  // pixels
  QPointF origin_;       // position of cell (0, 0) relative to mapRect
  bool fitted_ = true;
  QImage image_;
  QRectF imagePart_;
  Drag drag_ = Drag::none;
  QPointF last_;
  // pointed_: where the context menu was opened.
  std::optional<std::pair<int, int>> hover_, pointed_;
};

}  // namespace ng::views
