// SPDX-License-Identifier: Apache-2.0
// Roofline plot: GFLOP/s over FLOP/byte on logarithmic axes, with the ceilings of the machine and
// one dot per kernel, sized by its share of time. Kernels without measured times are rings on their
// ceiling; kernels without FLOP are at the left edge. Another transformer's measured kernels are
// diamonds under its own dashed ceilings.
#pragma once

#include <QColor>
#include <QLineF>
#include <optional>
#include <vector>

#include "engine/analysis/roofline.h"
#include "views/widgets/plots/axes_plot.h"

namespace ng::views {

struct RoofDot {
  KernelPoint point;
  QColor colour;
  double share = 0;  // share of the time of a call
};

// What was last measured on another transformer. The dots have no level.
struct OtherRoof {
  QString transformer;
  MachinePeaks peaks;
  std::vector<RoofDot> dots;
};

class RoofPlot : public AxesPlot {
  Q_OBJECT

 public:
  explicit RoofPlot(QWidget* parent = nullptr);

  void set(MachinePeaks peaks, std::vector<RoofDot> dots);  // fits
  const MachinePeaks& peaks() const { return peaks_; }
  const std::vector<RoofDot>& dots() const { return dots_; }
  void setOther(std::optional<OtherRoof> other);  // fits
  const std::optional<OtherRoof>& other() const { return other_; }
  void setSelected(const QString& kernel);
  QString selected() const { return selected_; }

  QRectF area() const override;
  QPointF toPixel(double intensity, double gflops) const;
  QPointF place(const RoofDot& dot) const;  // centre of the dot
  double radius(const RoofDot& dot) const;
  // From the left edge to the compute ceiling.
  QLineF slope(const MemoryPeak& level) const { return slope(level, peaks_); }
  QLineF slope(const MemoryPeak& level, const MachinePeaks& peaks) const;
  std::optional<std::size_t> dotAt(const QPointF& at) const;
  QJsonObject description() const override;

 signals:
  void kernelClicked(const QString& kernel);
  void kernelActivated(const QString& kernel);

 protected:
  PlotRange whole() const override;
  PlotRange allowed(const PlotRange& range) const override;
  bool picksBands() const override { return false; }
  void clicked(const QPointF& at) override;
  QString tipAt(const QPointF& at) const override;
  void paintEvent(QPaintEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  MachinePeaks peaks_;
  std::vector<RoofDot> dots_;
  std::optional<OtherRoof> other_;
  QString selected_;
};

}  // namespace ng::views
