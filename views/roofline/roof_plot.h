// SPDX-License-Identifier: Apache-2.0
// Roofline plot: GFLOP/s over FLOP/byte on logarithmic axes, with the ceilings of the machine and
// one dot per kernel, sized by its share of time. Kernels without measured times are rings on their
// ceiling; kernels without FLOP are at the left edge.
#pragma once

#include <QColor>
#include <QLineF>
#include <QWidget>
#include <optional>
#include <vector>

#include "engine/analysis/roofline.h"
#include "views/core/drawn.h"

namespace ng::views {

struct RoofDot {
  KernelPoint point;
  QColor colour;
  double share = 0;  // share of the time of a call
};

// Label of a ceiling. `box` is in coordinates rotated about `at`; `bounds` in widget coordinates.
struct CeilingLabel {
  QString text;
  QPointF at;
  double turn = 0;  // degrees
  QRectF box, bounds{};
  bool clear = true;  // no overlap with dots and lines of other ceilings
};

class RoofPlot : public QWidget, public Drawn {
  Q_OBJECT

 public:
  explicit RoofPlot(QWidget* parent = nullptr);

  void set(MachinePeaks peaks, std::vector<RoofDot> dots);
  void setSelected(const QString& kernel);
  QString selected() const { return selected_; }

  QRectF area() const;
  QPointF toPixel(double intensity, double gflops) const;
  QPointF place(const RoofDot& dot) const;  // centre of the dot
  std::optional<std::size_t> dotAt(const QPointF& at) const;
  const std::vector<RoofDot>& dots() const { return dots_; }
  std::vector<CeilingLabel> ceilingLabels() const;
  void fit();
  void paintOn(QPainter& painter);
  QJsonObject drawn() const override;

 signals:
  void kernelClicked(const QString& kernel);
  void kernelActivated(const QString& kernel);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Range {  // log10
    double left = -2, right = 3, bottom = -2, top = 3;
  };
  void paintGrid(QPainter& painter) const;
  QLineF slope(const MemoryPeak& level) const;  // from the left edge to the compute ceiling
  void paintCeilings(QPainter& painter, const std::vector<CeilingLabel>& labels) const;
  void paintDots(QPainter& painter) const;
  void paintLabels(QPainter& painter, std::vector<QRectF> taken) const;
  double radius(const RoofDot& dot) const;

  MachinePeaks peaks_;
  std::vector<RoofDot> dots_;
  QString selected_;
  Range range_;
  std::optional<QPointF> pressed_;
  Range pressedRange_;
  bool dragged_ = false;
};

}  // namespace ng::views
