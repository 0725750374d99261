// SPDX-License-Identifier: Apache-2.0
#include "views/buffers/plan_painter.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"
#include "views/widgets/plots/axis_ticks.h"
#include "views/widgets/plots/plot_frame.h"

namespace ng::views {
namespace {

constexpr double leastNameWidth = 36, leastNameHeight = 13;

// Draws a label on an opaque background, so that lines below do not cross it.
void drawTag(QPainter& painter, QRectF box, const QString& text, const QColor& colour) {
  QColor ground = Theme::current().colours().panel;
  ground.setAlphaF(0.88f);
  painter.fillRect(box, ground);
  painter.setPen(colour);
  painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
}

}  // namespace

PlanPainter::PlanPainter(const PlanPlot& plot, QPainter& painter)
    : plot_(plot),
      shown_(plot.shown()),
      painter_(painter),
      area_(plot.area()),
      x_(plot.xAxis()),
      y_(plot.yAxis()) {}

void PlanPainter::paint(const PlanImages& images) {
  const Colours& c = Theme::current().colours();
  painter_.setFont(Theme::current().captionFont());
  paintAxes();
  painter_.save();
  painter_.setClipRect(area_);
  paintStep(shown_.step, c.selectionRow);
  painter_.drawImage(area_.topLeft(), images.behind());
  painter_.drawImage(area_.topLeft(), images.plan().image);
  paintLit();
  paintAlive();
  paintLabels();
  QColor run = c.run;
  run.setAlphaF(0.25f);
  paintStep(shown_.runStep, run);
  for (const auto& [from, to] : plot_.bands())
    paintRange(painter_, area_, x_.pixel(from), x_.pixel(to));
  painter_.restore();
  paintLines();
  paintCorner();
}

QRectF PlanPainter::pixelRect(const PlotRect& rect) const {
  const QPointF corner = QPointF(x_.pixel(rect.left), y_.pixel(rect.high)),
                opposite = QPointF(x_.pixel(rect.right), y_.pixel(rect.low));
  return QRectF(corner, opposite);
}

void PlanPainter::paintAxes() {
  const int wanted = std::max(2, static_cast<int>(area_.height() / 32));
  for (const AxisTick& tick : byteTicks(y_.low, y_.high, wanted)) {
    paintGridY(painter_, area_, y_.pixel(tick.value));
    paintLabelY(painter_, area_, y_.pixel(tick.value), tick.label);
  }
  paintSteps();
  paintAxisLines(painter_, area_);
  const QString computation = QString::fromStdString(shown_.model->record().computation);
  paintTitleX(painter_, area_, PlanPlot::tr("step of %1").arg(computation));
  paintTitleY(
      painter_, area_,
      shown_.all ? PlanPlot::tr("address (bytes)") : PlanPlot::tr("address in the pool (bytes)"));
}

// Step labels, centred between ticks where there is room.
void PlanPainter::paintSteps() {
  const double width = area_.width() / (x_.high - x_.low);
  const int wanted = std::max(2, static_cast<int>(area_.width() / 48));
  for (const AxisTick& tick : integerTicks(std::floor(x_.low), x_.high, wanted)) {
    if (tick.value >= shown_.model->steps()) continue;
    const double middle = x_.pixel(tick.value + (width >= 14 ? 0.5 : 0));
    if (middle < area_.left() || middle > area_.right()) continue;
    const double x = x_.pixel(tick.value);
    if (x > area_.left()) paintGridX(painter_, area_, x);
    const QString kernel = shown_.model->kernelAt(static_cast<int>(tick.value));
    const QString full = tick.label + QStringLiteral(" · ") + kernel;
    const bool room = painter_.fontMetrics().horizontalAdvance(full) + 6 < width;
    paintLabelX(painter_, area_, middle, room && !kernel.isEmpty() ? full : tick.label);
  }
}

void PlanPainter::paintStep(int step, const QColor& colour) {
  if (step < 0) return;
  const double left = x_.pixel(step);
  const double width = std::max(x_.pixel(step + 1) - left, 1.0);
  painter_.fillRect(QRectF(left, area_.top(), width, area_.height()), colour);
}

// Highlights the selected buffer, the buffers that share its bytes, and the buffers that the
// selected kernel reads and writes.
void PlanPainter::paintLit() {
  const Colours& c = Theme::current().colours();
  const auto body = [&](int buffer, const QPen& pen) {
    const PlotRect* place = shown_.placeOf(buffer);
    if (!place) return;
    QRectF box = pixelRect(*place);
    box.setWidth(std::max(box.width(), 3.0));
    box.setHeight(std::max(box.height(), 3.0));
    painter_.fillRect(box, QColor(familyColour(place->colour, false).body));
    painter_.setPen(pen);
    painter_.setBrush(Qt::NoBrush);
    painter_.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
  };
  for (const int buffer : shown_.tenants) body(buffer, QPen(c.selection, 1, Qt::DashLine));
  for (const int buffer : shown_.read) body(buffer, QPen(c.text, 1));
  for (const int buffer : shown_.written) body(buffer, QPen(c.text, 2));
  if (shown_.hovered >= 0 && shown_.hovered != shown_.selected)
    body(shown_.hovered, QPen(c.text, 1));
  const PlotRect* place = shown_.placeOf(shown_.selected);
  if (!place) return;
  const QRectF halo = pixelRect(*place).adjusted(-2, -2, 2, 2);
  painter_.setPen(QPen(c.selectionHalo, 3));
  painter_.drawRect(halo);
  body(shown_.selected, QPen(c.selection, 2));
}

// Draws names in rectangles that are large enough; ◂ and ▸ mark buffers that the selected kernel
// reads and writes.
void PlanPainter::paintLabels() {
  const Theme& theme = Theme::current();
  const double w = (x_.high - x_.low) / area_.width();
  const double h = (y_.high - y_.low) / area_.height();
  const QFontMetrics fonts = painter_.fontMetrics();
  shown_.model->tree(shown_.all)
      .visit(
          plot_.range(), leastNameWidth * w, leastNameHeight * h,
          [&](const PlotRect& rect) {
            const QRectF box = pixelRect(rect).intersected(area_).adjusted(4, 0, -4, 0);
            if (box.width() < leastNameWidth - 8 || box.height() < leastNameHeight) return;
            const bool lit = shown_.isLit(rect.row);
            const BufferRecord& buffer = shown_.model->buffer(rect.row);
            QString text = QString::fromStdString(buffer.name);
            if (shown_.read.count(rect.row)) text.prepend(QStringLiteral("◂ "));
            if (shown_.written.count(rect.row)) text.prepend(QStringLiteral("▸ "));
            const QString size = QStringLiteral("  ") + byteText(buffer.bytes);
            if (fonts.horizontalAdvance(text + size) <= box.width()) text += size;
            painter_.setPen(shown_.dims() && !lit ? theme.colours().dimText : theme.colours().text);
            painter_.drawText(
                box, Qt::AlignVCenter | Qt::AlignLeft,
                fonts.elidedText(text, Qt::ElideRight, static_cast<int>(box.width())));
          },
          [](const PlotRange&, std::uint32_t, std::uint8_t) {});
}

// Draws bytes alive at each step; each pixel column shows the maximum of its steps.
void PlanPainter::paintAlive() {
  const auto& alive = shown_.model->facts().alive_bytes;
  const double width = (x_.high - x_.low) / area_.width();
  QPainterPath path;
  bool begun = false;
  const auto to = [&](double x, double y) {
    begun ? path.lineTo(x, y) : path.moveTo(x, y);
    begun = true;
  };
  const auto from = static_cast<std::size_t>(std::max(0.0, std::floor(x_.low)));
  const auto stride = static_cast<std::size_t>(std::max(1.0, std::floor(width)));
  for (std::size_t s = from; s < alive.size() && static_cast<double>(s) < x_.high; s += stride) {
    const std::size_t end = std::min(s + stride, alive.size());
    const std::int64_t most = *std::max_element(alive.begin() + static_cast<std::ptrdiff_t>(s),
                                                alive.begin() + static_cast<std::ptrdiff_t>(end));
    const double y = y_.pixel(static_cast<double>(most));
    to(x_.pixel(static_cast<double>(s)), y);
    to(x_.pixel(static_cast<double>(end)), y);
  }
  QColor colour = Theme::current().colours().text;
  colour.setAlphaF(0.6f);
  painter_.setPen(QPen(colour, 1.2));
  painter_.setBrush(Qt::NoBrush);
  painter_.drawPath(path);
}

// Draws the pool size, and the size without buffer reuse or of the other plan.
void PlanPainter::paintLines() {
  const Theme& theme = Theme::current();
  const auto line = [&](double bytes, const QString& text, const QColor& colour, Qt::PenStyle style,
                        double right) {
    const double y = std::round(y_.pixel(bytes)) + 0.5;
    if (y < area_.top() || y > area_.bottom()) return;
    painter_.setPen(QPen(colour, style == Qt::SolidLine ? 1.5 : 1, style));
    painter_.drawLine(QPointF(area_.left(), y), QPointF(area_.right(), y));
    const double width = painter_.fontMetrics().horizontalAdvance(text) + 10;
    drawTag(painter_, {right - width, y - 16, width, 15}, text, colour);
  };
  const CompilationRecord& record = shown_.model->record();
  const auto peak = static_cast<double>(record.peak_bytes);
  if (shown_.other) {
    line(static_cast<double>(shown_.other->record().peak_bytes),
         PlanPlot::tr("compared plan %1").arg(byteText(shown_.other->record().peak_bytes)),
         theme.colours().dimText, Qt::DashLine, area_.right() - 140);
  } else if (shown_.ghost && record.unshared_bytes > record.peak_bytes) {
    line(static_cast<double>(record.unshared_bytes),
         PlanPlot::tr("without buffer reuse %1").arg(byteText(record.unshared_bytes)),
         theme.colours().dimText, Qt::DashLine, area_.right() - 140);
  }
  line(peak, shown_.peakText(), theme.colours().error, Qt::SolidLine, area_.right());
}

void PlanPainter::paintCorner() {
  const QString text = plot_.mergedText();
  if (text.isEmpty()) return;
  const double width = painter_.fontMetrics().horizontalAdvance(text) + 12;
  drawTag(painter_, {area_.right() - width, area_.bottom() - 18, width, 16}, text,
          Theme::current().colours().text);
}

}  // namespace ng::views
