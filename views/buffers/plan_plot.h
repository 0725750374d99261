// SPDX-License-Identifier: Apache-2.0
// Plot of a memory plan: addresses upward, steps to the right, one rectangle per buffer lifetime.
// The wheel zooms at the pointer (Shift: time only, Ctrl: addresses only), dragging pans, Home
// fits, arrow keys move between buffers. Frames stay within 16 ms for any plan size: RectTree
// merges parts smaller than a pixel, and the corner shows how many were merged.
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

  void setModel(PlanModelPtr model);  // fits the window if the size of the plan changed
  void setOther(PlanModelPtr other);  // plan to compare with, outlined in place of the ghost
  void setShowsAll(bool all);         // also draws buffers outside the pool
  void setShowsGhost(bool ghost);     // outlines the layout without buffer reuse
  void setSelected(int buffer);       // -1: none
  void setMarked(std::set<int> read, std::set<int> written);  // buffers of the selected kernel
  void setStep(int step);  // highlights the chosen step; -1: none
  // Highlighted step ranges. Shift-dragging draws a new one and emits bandPicked().
  void setBands(std::vector<std::pair<double, double>> bands);
  const std::vector<std::pair<double, double>>& bands() const { return bands_; }
  void setRunStep(int step);  // current step of a paused run; -1: none

  int selected() const { return selected_; }
  int step() const { return step_; }
  PlotWindow window() const { return window_; }
  void setWindow(const PlotWindow& window);
  void fit();
  void zoom(double factor, const QPointF& at, bool across = true, bool up = true);

  QRectF area() const;  // rectangle of the plot, inside the axes
  QPointF toPixel(double step, double address) const;
  QPointF toPlane(const QPointF& pixel) const;
  int bufferAt(const QPointF& pixel) const;        // -1: none
  int neighbour(int buffer, Direction way) const;  // nearest buffer in that direction; -1: none
  // Buffers that use the bytes of the selected one before or after it.
  std::vector<int> litTenants() const;
  const Raster& raster() const { return raster_; }
  QString mergedText() const;           // corner text; empty: no buffers are merged
  QString peakText() const;             // label of the peak line
  std::vector<PlanSign> signs() const;  // legend entries

  QJsonObject drawn() const override;
  QSize sizeHint() const override { return {520, 272}; }
  QSize minimumSizeHint() const override { return {200, 96}; }

 signals:
  void bufferPicked(int buffer);     // by click or arrow key
  void bufferActivated(int buffer);  // by double-click or Enter
  void stepPicked(int step);         // by a click outside all buffers
  void bandPicked(double from, double to);
  void signsChanged();  // emitted after every repaint, even if the signs are equal

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
  std::set<std::uint8_t> families_;  // families of the drawn owners
  PlotWindow window_, fitted_;
  Raster raster_, ghostRaster_;
  bool stale_ = true;
  std::optional<QPointF> grabbed_;
  PlotWindow grabbedWindow_;
  bool dragged_ = false;
  std::vector<std::pair<double, double>> bands_;
  std::optional<double> bandFrom_;  // start of the range being drawn, in steps
};

// Tick positions and labels at powers of two, e.g. "0 KiB", "64 KiB", "128 KiB".
std::vector<std::pair<double, QString>> byteTicks(double low, double high, int wanted);

// Colours of a rectangle; `family` is PlotRect::colour.
RasterColour familyColour(std::uint8_t family, bool dim);

}  // namespace ng::views
