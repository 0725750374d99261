// SPDX-License-Identifier: Apache-2.0
// Painting of the roofline.
#include <QPainter>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/roofline/roof_plot.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString decadeText(int power) {
  const double value = std::pow(10, power);
  return power >= 0 && power < 7 ? countText(std::llround(value)) : QString::number(value, 'g', 1);
}

}  // namespace

void RoofPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::current().colours().panel);
  paintOn(painter);
}

void RoofPlot::paintOn(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(Theme::current().captionFont());
  paintGrid(painter);
  painter.setClipRect(area());
  std::vector<QRectF> taken;
  const std::vector<CeilingLabel> labels = ceilingLabels();
  for (const CeilingLabel& label : labels) taken.push_back(label.bounds);
  paintCeilings(painter, labels);
  painter.setClipping(false);
  paintDots(painter);
  paintLabels(painter, std::move(taken));
}

void RoofPlot::paintGrid(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  const QRectF a = area();
  const int wideX = std::max(1, static_cast<int>((range_.right - range_.left) / 8));
  for (int p = static_cast<int>(std::ceil(range_.left)); p <= range_.right; ++p) {
    const double x = toPixel(std::pow(10, p), 1).x();
    painter.setPen(colours.grid);
    painter.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
    if (p % wideX != 0) continue;
    painter.setPen(colours.dimText);
    painter.drawText(QRectF(x - 40, a.bottom() + 4, 80, 14), Qt::AlignCenter, decadeText(p));
  }
  for (int p = static_cast<int>(std::ceil(range_.bottom)); p <= range_.top; ++p) {
    const double y = toPixel(1, std::pow(10, p)).y();
    painter.setPen(colours.grid);
    painter.drawLine(QPointF(a.left(), y), QPointF(a.right(), y));
    painter.setPen(colours.dimText);
    painter.drawText(QRectF(0, y - 8, a.left() - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                     decadeText(p));
  }
  painter.setPen(colours.axisLine);
  painter.drawLine(a.bottomLeft(), a.bottomRight());
  painter.drawLine(a.topLeft(), a.bottomLeft());
  painter.setPen(colours.text);
  painter.drawText(QRectF(a.left(), a.bottom() + 20, a.width(), 16), Qt::AlignCenter,
                   tr("arithmetic intensity, FLOP/B"));
  painter.save();
  painter.translate(12, a.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-100, -8, 200, 16), Qt::AlignCenter, tr("GFLOP/s"));
  painter.restore();
}

// Draws the bandwidth slopes and the flat compute ceiling.
void RoofPlot::paintCeilings(QPainter& painter, const std::vector<CeilingLabel>& labels) const {
  if (!peaks_.measured()) return;
  const Colours& colours = Theme::current().colours();
  const double left = std::pow(10, range_.left), right = std::pow(10, range_.right);
  const double first = peaks_.gflops / peaks_.memory.front().gigabytes;
  painter.setPen(QPen(colours.text, 1.5));
  painter.drawLine(toPixel(std::max(left, first), peaks_.gflops), toPixel(right, peaks_.gflops));
  for (const MemoryPeak& level : peaks_.memory) {
    const bool main = &level == &peaks_.memory.back();
    painter.setPen(QPen(main ? colours.text : colours.dimText, main ? 1.5 : 1,
                        main ? Qt::SolidLine : Qt::DashLine));
    painter.drawLine(slope(level));
  }
  for (const CeilingLabel& label : labels) {
    painter.save();
    painter.translate(label.at);
    painter.rotate(label.turn);
    if (label.turn != 0) painter.fillRect(label.box, colours.panel);
    painter.setPen(colours.text);
    painter.drawText(label.box, Qt::AlignCenter, label.text);
    painter.restore();
  }
}

void RoofPlot::paintDots(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  for (const RoofDot& dot : dots_) {
    const QPointF at = place(dot);
    if (!area().adjusted(-12, -12, 12, 12).contains(at)) continue;
    const double r = radius(dot);
    const bool measured = dot.point.limit != Limit::unmeasured;
    QColor fill = dot.colour;
    fill.setAlphaF(0.75);
    painter.setPen(QPen(measured ? colours.panel : dot.colour, measured ? 1 : 2));
    painter.setBrush(measured ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.drawEllipse(at, r, r);
    if (selected_.toStdString() != dot.point.kernel) continue;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.selectionHalo, 6));
    painter.drawEllipse(at, r + 4, r + 4);
    painter.setPen(QPen(colours.selection, 2));
    painter.drawEllipse(at, r + 4, r + 4);
    // Distance to the ceiling.
    if (measured && dot.point.ceiling > 0) {
      painter.setPen(QPen(colours.selection, 1, Qt::DotLine));
      painter.drawLine(at - QPointF(0, r + 5), toPixel(dot.point.intensity, dot.point.ceiling));
    }
  }
}

// Draws labels next to their dots, or further away with a connecting line if there is no room.
void RoofPlot::paintLabels(QPainter& painter, std::vector<QRectF> taken) const {
  const Colours& colours = Theme::current().colours();
  for (const RoofDot& dot : dots_) {
    const QPointF at = place(dot);
    taken.emplace_back(at.x() - radius(dot), at.y() - radius(dot), 2 * radius(dot),
                       2 * radius(dot));
  }
  for (const RoofDot& dot : dots_) {
    const QPointF at = place(dot);
    if (!area().contains(at)) continue;
    const QString text = QString::fromStdString(dot.point.kernel);
    const QSizeF size(painter.fontMetrics().horizontalAdvance(text) + 4, 14);
    for (int turn = 0; turn < 48; ++turn) {
      const double away = radius(dot) + 4 + 14 * (turn / 8);
      const double angle = (turn % 8) * M_PI / 4;
      const QPointF middle = at + QPointF(std::cos(angle) * (away + size.width() / 2),
                                          std::sin(angle) * (away + size.height() / 2));
      const QRectF box(middle - QPointF(size.width() / 2, size.height() / 2), size);
      const bool free = area().contains(box) &&
                        std::none_of(taken.begin(), taken.end(),
                                     [&box](const QRectF& other) { return other.intersects(box); });
      if (!free) continue;
      if (turn >= 8) {
        painter.setPen(colours.separator);
        painter.drawLine(at, middle);
      }
      taken.push_back(box);
      painter.setPen(colours.text);
      painter.drawText(box, Qt::AlignCenter, text);
      break;
    }
  }
}

}  // namespace ng::views
