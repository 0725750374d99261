// SPDX-License-Identifier: Apache-2.0
// A memory plan drawn: addresses upward, steps to the right, a rectangle for each buffer's life.
// Wheel zooms at the pointer (Shift: time only, Ctrl: addresses only), dragging pans, Home fits;
// arrow keys go from buffer to buffer. However many there are, a frame stays within 16 ms: a tree
// of bounds hands out parts smaller than a pixel as one, and the corner says how many were merged.
#pragma once

#include <QWidget>
#include <optional>
#include <set>

#include "views/buffers/plan_legend.h"
#include "views/buffers/plan_model.h"
#include "views/buffers/plan_raster.h"
#include "views/core/drawn.h"

namespace ng::views {

class PlanPlot : public QWidget, public Drawn {
  Q_OBJECT

 public:
  enum class Direction { earlier, later, lower, higher };

  explicit PlanPlot(QWidget* parent = nullptr);

  void setModel(PlanModelPtr model);  // fits when the plan's size differs
  void setOther(PlanModelPtr other);  // a plan to compare with: outlines in place of the ghost
  void setShowsAll(bool all);         // also what has memory of its own
  void setShowsGhost(bool ghost);     // the same temporaries if none shared bytes
  void setSelected(int buffer);       // -1: none
  void setMarked(std::set<int> read, std::set<int> written);  // of the selected kernel
  void setStep(int step);                                     // the chosen step's band; -1: none
  // Steps that are marked; Shift and dragging asks for others by bandPicked().
  void setBands(std::vector<std::pair<double, double>> bands);
  const std::vector<std::pair<double, double>>& bands() const { return bands_; }
  void setRunStep(int step);  // where a paused run stands; -1: none

  int selected() const { return selected_; }
  int step() const { return step_; }
  PlotWindow window() const { return window_; }
  void setWindow(const PlotWindow& window);
  void fit();
  void zoom(double factor, const QPointF& at, bool across = true, bool up = true);

  QRectF area() const;  // of the rectangles, inside the axes
  QPointF toPixel(double step, double address) const;
  QPointF toPlane(const QPointF& pixel) const;
  int bufferAt(const QPointF& pixel) const;        // -1: none
  int neighbour(int buffer, Direction way) const;  // the nearest in that direction; -1: none
  std::vector<int> litTenants() const;             // of the selected buffer, before and after it
  const Raster& raster() const { return raster_; }
  QString mergedText() const;           // the corner's; empty when every buffer is drawn on its own
  QString peakText() const;             // the peak line's
  std::vector<PlanSign> signs() const;  // what its colours and lines mean

  QJsonObject drawn() const override;
  QSize sizeHint() const override { return {520, 272}; }
  QSize minimumSizeHint() const override { return {200, 96}; }

 signals:
  void bufferPicked(int buffer);     // by click or arrow key
  void bufferActivated(int buffer);  // by double-click or Enter
  void stepPicked(int step);         // by a click beside all buffers
  void bandPicked(double from, double to);
  void signsChanged();  // perhaps

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  PlotWindow whole() const;
  void noteFamilies();
  void addCommands();
  void refreshRaster();
  void refreshGhost(QSize pixels);
  bool dims() const { return selected_ >= 0 || !read_.empty() || !written_.empty(); }
  const PlotRect* placeOf(int buffer) const;  // null: not drawn
  QRectF pixelRect(const PlotRect& rect) const;
  QString tipOf(int buffer) const;
  void paintBand(QPainter& painter, int step, const QColor& colour) const;
  void paintBands(QPainter& painter) const;
  void paintAxes(QPainter& painter) const;
  void paintSteps(QPainter& painter) const;
  void paintLit(QPainter& painter) const;
  void paintLabels(QPainter& painter) const;
  void paintAlive(QPainter& painter) const;
  void paintLines(QPainter& painter) const;
  void paintCorner(QPainter& painter) const;

  PlanModelPtr model_, other_;
  bool all_ = false, ghost_ = true;
  int selected_ = -1, hovered_ = -1, step_ = -1, runStep_ = -1;
  std::set<int> read_, written_;
  std::vector<int> tenants_;
  std::set<std::uint8_t> families_;  // of the owners of what is drawn
  PlotWindow window_, fitted_;
  Raster raster_, ghostRaster_;
  bool stale_ = true;
  std::optional<QPointF> grabbed_;
  PlotWindow grabbedWindow_;
  bool dragged_ = false;
  std::vector<std::pair<double, double>> bands_;
  std::optional<double> bandFrom_;  // where one is being drawn from
};

// Positions and labels at round numbers of bytes: "0 B", "64 KB", "128 KB".
std::vector<std::pair<double, QString>> byteTicks(double low, double high, int wanted);

// Of a rectangle; `family` as PlotRect::colour has it.
RasterColour familyColour(std::uint8_t family, bool dim);

}  // namespace ng::views
