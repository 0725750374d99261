// SPDX-License-Identifier: Apache-2.0
// Plot of a memory plan: addresses upward, steps to the right, one rectangle per buffer lifetime.
// Arrow keys move between buffers. Frames stay within 16 ms for any plan size: RectTree merges
// parts smaller than a pixel, and the corner shows how many were merged.
#pragma once

#include "views/buffers/plan_images.h"
#include "views/buffers/plan_shown.h"
#include "views/widgets/plots/axes_plot.h"

namespace ng::views {

class PlanPlot : public AxesPlot {
  Q_OBJECT

 public:
  explicit PlanPlot(QWidget* parent = nullptr);

  void setModel(PlanModelPtr model);  // fits the range if the size of the plan changed
  void setOther(PlanModelPtr other);  // plan to compare with, outlined in place of the ghost
  void setShowsAll(bool all);         // also draws buffers outside the pool
  void setShowsGhost(bool ghost);     // outlines the layout without buffer reuse
  void setSelected(int buffer);       // -1: none
  void setMarked(std::set<int> read, std::set<int> written);  // buffers of the selected kernel
  void setStep(int step);     // highlights the chosen step; -1: none
  void setRunStep(int step);  // current step of a paused run; -1: none

  const PlanShown& shown() const { return shown_; }
  int selected() const { return shown_.selected; }
  int step() const { return shown_.step; }
  QRectF area() const override;
  QPointF toPixel(double step, double address) const;
  QPointF toPlane(const QPointF& pixel) const;
  int bufferAt(const QPointF& pixel) const;  // -1: none
  const Raster& raster() const { return images_.plan(); }
  QString mergedText() const { return images_.mergedText(); }  // in the corner
  QString peakText() const { return shown_.peakText(); }

  QJsonObject description() const override;
  QSize sizeHint() const override { return {520, 272}; }
  QSize minimumSizeHint() const override { return {200, 96}; }

 signals:
  void bufferPicked(int buffer);     // by click or arrow key
  void bufferActivated(int buffer);  // by double-click or Enter
  void stepPicked(int step);         // by a click outside all buffers
  void painted();                    // what the legend explains may have changed

 protected:
  PlotRange whole() const override { return shown_.whole(); }
  PlotRange allowed(const PlotRange& range) const override;
  void clicked(const QPointF& at) override;
  void pointed(std::optional<QPointF> at) override;
  QString tipAt(const QPointF& at) const override;
  void paintEvent(QPaintEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void addCommands();
  void redraw();  // the rectangles changed

  PlanShown shown_;
  PlanImages images_;
};

}  // namespace ng::views
