// SPDX-License-Identifier: Apache-2.0
// A tensor as a grid of pictures with thin gaps and a colour bar. The wheel zooms at the cursor, a
// drag pans, Home or a double click fits; the status line shows the exact element under the cursor.
#pragma once

#include <QWidget>
#include <optional>

#include "views/widgets/tensors/image_tiles.h"

namespace ng::views {

class ImageGrid : public QWidget {
  Q_OBJECT

 public:
  explicit ImageGrid(QWidget* parent = nullptr);

  // Keeps the zoom if the shape is unchanged.
  void setTiles(const ImageTiles& tiles, const TensorStatistics& statistics);
  const std::optional<ImageTiles>& tiles() const { return tiles_; }
  void fitView();
  double scale() const { return scale_; }  // pixels per element

  struct Place {
    int line = 0, tile = 0, y = 0, x = 0;
    bool operator==(const Place&) const = default;
  };
  QRectF tileRect(int line, int tile) const;
  std::optional<Place> placeAt(const QPointF& position) const;
  int shownTiles() const { return shown_; }  // in a line; may be fewer than the tensor has
  int columns() const { return columns_; }
  // The element under the cursor, or a summary of what is shown.
  QString statusText() const;
  QRectF mapRect() const;
  QRectF barRect() const;

  QSize sizeHint() const override { return {400, 240}; }
  QSize minimumSizeHint() const override { return {160, 96}; }

 protected:
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
  void makeActions();
  int linesPerTileLine() const;  // rows into which one line of tiles is wrapped
  double fittingScale(int columns) const;
  QSizeF whole() const;  // pixels
  QPointF corner() const;
  void keepInside();
  void paintTiles(QPainter& painter) const;
  void paintNames(QPainter& painter) const;
  void paintStatus(QPainter& painter) const;

  std::optional<ImageTiles> tiles_;
  TensorStatistics statistics_;
  HeatScale colours_;
  QImage atlas_;
  int columns_ = 1, shown_ = 0;
  double scale_ = 1, gap_ = 2;
  QPointF origin_;
  bool fitted_ = true, dragging_ = false;
  QPointF last_;
  std::optional<Place> hover_;
};

}  // namespace ng::views
