// SPDX-License-Identifier: Apache-2.0
#include "views/roofline/roof_painter.h"

#include <QPainter>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"
#include "views/widgets/plots/plot_frame.h"

namespace ng::views {
namespace {

QString decadeText(int power) {
  const double value = std::pow(10, power);
  return power >= 0 && power < 7 ? countText(std::llround(value)) : QString::number(value, 'g', 1);
}

}  // namespace

RoofPainter::RoofPainter(const RoofPlot& plot, QPainter& painter)
    : plot_(plot), painter_(painter), area_(plot.area()) {}

void RoofPainter::paint() {
  painter_.setRenderHint(QPainter::Antialiasing);
  painter_.setFont(Theme::current().captionFont());
  paintGrid();
  painter_.setClipRect(area_);
  paintOther();
  std::vector<QRectF> taken;
  const std::vector<CeilingLabel> labels = ceilingLabels(plot_);
  for (const CeilingLabel& label : labels) taken.push_back(label.bounds);
  paintCeilings(labels);
  painter_.setClipping(false);
  paintDots();
  paintLabels(taken);
}

void RoofPainter::paintGrid() {
  const PlotAxis x = plot_.xAxis(), y = plot_.yAxis();
  const int labelled = std::max(1, static_cast<int>((x.high - x.low) / 8));
  for (int p = static_cast<int>(std::ceil(x.low)); p <= x.high; ++p) {
    paintGridX(painter_, area_, x.pixel(p));
    if (p % labelled == 0) paintLabelX(painter_, area_, x.pixel(p), decadeText(p));
  }
  for (int p = static_cast<int>(std::ceil(y.low)); p <= y.high; ++p) {
    paintGridY(painter_, area_, y.pixel(p));
    paintLabelY(painter_, area_, y.pixel(p), decadeText(p));
  }
  paintAxisLines(painter_, area_);
  paintTitleX(painter_, area_, RoofPlot::tr("arithmetic intensity, FLOP/B"));
  paintTitleY(painter_, area_, RoofPlot::tr("GFLOP/s"));
}

// Draws the bandwidth slopes and the flat compute ceiling.
void RoofPainter::paintCeilings(const std::vector<CeilingLabel>& labels) {
  const MachinePeaks& peaks = plot_.peaks();
  if (!peaks.measured()) return;
  const Colours& colours = Theme::current().colours();
  const PlotRange& range = plot_.range();
  const double left = std::pow(10, range.left), right = std::pow(10, range.right);
  const double first = peaks.gflops / peaks.memory.front().gigabytes;
  painter_.setPen(QPen(colours.text, 1.5));
  painter_.drawLine(plot_.toPixel(std::max(left, first), peaks.gflops),
                    plot_.toPixel(right, peaks.gflops));
  for (const MemoryPeak& level : peaks.memory) {
    const bool main = &level == &peaks.memory.back();
    painter_.setPen(QPen(main ? colours.text : colours.dimText, main ? 1.5 : 1,
                         main ? Qt::SolidLine : Qt::DashLine));
    painter_.drawLine(plot_.slope(level));
  }
  for (const CeilingLabel& label : labels) {
    painter_.save();
    painter_.translate(label.at);
    painter_.rotate(label.turn);
    if (label.turn != 0) painter_.fillRect(label.box, colours.panel);
    painter_.setPen(colours.text);
    painter_.drawText(label.box, Qt::AlignCenter, label.text);
    painter_.restore();
  }
}

// The other transformer's ceilings, its name under the flat one, and its kernels.
void RoofPainter::paintOther() {
  if (!plot_.other()) return;
  const auto& [transformer, peaks, dots] = *plot_.other();
  const QColor dim = Theme::current().colours().dimText;
  painter_.setPen(QPen(dim, 1, Qt::DashDotLine));
  QString text = QStringLiteral("◇ ") + transformer;
  const double roof = plot_.toPixel(1, peaks.gflops).y();
  if (peaks.measured()) {
    const MemoryPeak& memory = peaks.memory.back();
    const QLineF slope = plot_.slope(memory, peaks);
    painter_.drawLine(slope);
    painter_.drawLine(slope.p2(), QPointF(area_.right(), roof));
    text += RoofPlot::tr(": %1 GFLOP/s, %2 GB/s from memory")
                .arg(ratioText(peaks.gflops), ratioText(memory.gigabytes));
  }
  painter_.setPen(dim);
  const QRectF box(area_.left(), peaks.measured() ? roof + 2 : area_.top(), area_.width() - 6, 16);
  painter_.drawText(box, Qt::AlignRight | Qt::AlignVCenter, text);
  for (const RoofDot& dot : dots) {
    const QPointF at = plot_.place(dot);
    const double r = plot_.radius(dot);
    painter_.setPen(QPen(dot.colour, 1.5));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawPolygon(
        QPolygonF{at - QPointF(0, r), at + QPointF(r, 0), at + QPointF(0, r), at - QPointF(r, 0)});
  }
}

void RoofPainter::paintDots() {
  const Colours& colours = Theme::current().colours();
  for (const RoofDot& dot : plot_.dots()) {
    const QPointF at = plot_.place(dot);
    if (!area_.adjusted(-12, -12, 12, 12).contains(at)) continue;
    const double r = plot_.radius(dot);
    const bool measured = dot.point.limit != Limit::unmeasured;
    QColor fill = dot.colour;
    fill.setAlphaF(0.75);
    painter_.setPen(QPen(measured ? colours.panel : dot.colour, measured ? 1 : 2));
    painter_.setBrush(measured ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter_.drawEllipse(at, r, r);
    if (plot_.selected().toStdString() != dot.point.kernel) continue;
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(colours.selectionHalo, 6));
    painter_.drawEllipse(at, r + 4, r + 4);
    painter_.setPen(QPen(colours.selection, 2));
    painter_.drawEllipse(at, r + 4, r + 4);
    // Distance to the ceiling.
    if (measured && dot.point.ceiling > 0) {
      painter_.setPen(QPen(colours.selection, 1, Qt::DotLine));
      painter_.drawLine(at - QPointF(0, r + 5),
                        plot_.toPixel(dot.point.intensity, dot.point.ceiling));
    }
  }
}

void RoofPainter::paintLabels(const std::vector<QRectF>& taken) {
  const Colours& colours = Theme::current().colours();
  for (const DotLabel& label : dotLabels(plot_, taken)) {
    if (label.leader) {
      painter_.setPen(colours.separator);
      painter_.drawLine(*label.leader);
    }
    painter_.setPen(colours.text);
    painter_.drawText(label.box, Qt::AlignCenter, label.text);
  }
}

}  // namespace ng::views
