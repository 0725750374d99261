// SPDX-License-Identifier: Apache-2.0
// Painting of the memory plan: the ghost in the background, the raster of all rectangles,
// highlights, names, and the lines of the peak and the live bytes.
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "views/buffers/plan_plot.h"
#include "views/core/theme/theme.h"
#include "views/widgets/axis_ticks.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int families = 7;
constexpr double leastNameWidth = 36, leastNameHeight = 13;

QColor mixed(const QColor& over, const QColor& under, double part) {
  const auto channel = [part](int a, int b) {
    return static_cast<int>(std::lround(a * part + b * (1 - part)));
  };
  return {channel(over.red(), under.red()), channel(over.green(), under.green()),
          channel(over.blue(), under.blue())};
}

std::vector<RasterColour> familyColours(bool dim) {
  std::vector<RasterColour> colours;
  for (int family = 0; family < families; ++family) {
    colours.push_back(familyColour(static_cast<std::uint8_t>(family), dim));
  }
  return colours;
}

// Draws a label on an opaque background, so that lines below do not cross it.
void drawTag(QPainter& painter, QRectF box, const QString& text, const QColor& colour) {
  QColor ground = Theme::current().colours().panel;
  ground.setAlphaF(0.88f);
  painter.fillRect(box, ground);
  painter.setPen(colour);
  painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
}

}  // namespace

RasterColour familyColour(std::uint8_t family, bool dim) {
  const Theme& theme = Theme::current();
  const QColor full = theme.family(static_cast<Family>(std::min<int>(family, families - 1)));
  const QColor& ground = theme.colours().panel;
  return {mixed(full, ground, dim ? 0.14 : 0.42).rgb(),
          mixed(full, ground, dim ? 0.32 : 0.9).rgb()};
}

std::vector<std::pair<double, QString>> byteTicks(double low, double high, int wanted) {
  std::vector<std::pair<double, QString>> ticks;
  if (!(high > low)) return ticks;
  const double raw = std::max(1.0, (high - low) / std::max(1, wanted));
  const double step = std::exp2(std::ceil(std::log2(raw)));
  const DisplayUnit unit = byteUnit(high);
  const double parts = step / unit.size;  // enough decimals to distinguish neighbours
  const int decimals =
      parts >= 1 ? 0 : std::clamp(static_cast<int>(std::ceil(-std::log10(parts))), 1, 6);
  for (double at = std::ceil(low / step) * step; at <= high; at += step) {
    ticks.emplace_back(at, QString::number(at / unit.size, 'f', decimals) + u' ' + unit.name);
  }
  return ticks;
}

void PlanPlot::refreshRaster() {
  const double ratio = devicePixelRatioF();
  const QSize pixels = (area().size() * ratio).toSize();
  if (!stale_ && raster_.image.size() == pixels) return;
  stale_ = false;
  raster_ =
      model_ ? rasterise(model_->tree(all_), window_, pixels, familyColours(dims())) : Raster();
  raster_.image.setDevicePixelRatio(ratio);
  refreshGhost(pixels);
}

// Background outline: the temporaries without buffer reuse, or the other plan.
void PlanPlot::refreshGhost(QSize pixels) {
  ghostRaster_ = {};
  const RectTree* behind = other_             ? &other_->tree(all_)
                           : model_ && ghost_ ? &model_->ghost()
                                              : nullptr;
  if (!behind) return;
  const Colours& c = Theme::current().colours();
  const RasterColour grey{mixed(c.dimText, c.panel, 0.10).rgb(),
                          mixed(c.dimText, c.panel, 0.5).rgb()};
  // A coarse outline is sufficient for very large plans.
  const double least = behind->size() > 100'000 ? 8 : 1;
  ghostRaster_ = rasterise(*behind, window_, pixels, {grey}, least);
  ghostRaster_.image.setDevicePixelRatio(raster_.image.devicePixelRatio());
}

void PlanPlot::paintEvent(QPaintEvent*) {
  refreshRaster();
  QPainter painter(this);
  painter.fillRect(rect(), Theme::current().colours().panel);
  if (!model_) return;
  paintAxes(painter);
  painter.save();
  painter.setClipRect(area());
  paintBand(painter, step_, Theme::current().colours().selectionRow);
  painter.drawImage(area().topLeft(), ghostRaster_.image);
  painter.drawImage(area().topLeft(), raster_.image);
  paintLit(painter);
  paintAlive(painter);
  paintLabels(painter);
  QColor run = Theme::current().colours().run;
  run.setAlphaF(0.25f);
  paintBand(painter, runStep_, run);
  paintBands(painter);
  painter.restore();
  paintLines(painter);
  paintCorner(painter);
  emit signsChanged();
}

QRectF PlanPlot::pixelRect(const PlotRect& rect) const {
  const QPointF corner = toPixel(rect.left, rect.high), opposite = toPixel(rect.right, rect.low);
  return QRectF(corner, opposite);
}

// ---- axes -----------------------------------------------------------------------------------

void PlanPlot::paintAxes(QPainter& painter) const {
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  const QRectF a = area();
  painter.setFont(theme.captionFont());
  const int wanted = std::max(2, static_cast<int>(a.height() / 32));
  for (const auto& [bytes, label] : byteTicks(window_.low, window_.high, wanted)) {
    const double y = std::round(toPixel(window_.left, bytes).y()) + 0.5;
    painter.setPen(c.grid);
    painter.drawLine(QPointF(a.left(), y), QPointF(a.right(), y));
    painter.setPen(c.dimText);
    painter.drawText(QRectF(18, y - 8, a.left() - 24, 16),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, label);
  }
  paintSteps(painter);
  painter.setPen(c.axisLine);
  painter.drawLine(QPointF(a.left() + .5, a.top()), QPointF(a.left() + .5, a.bottom() + .5));
  painter.drawLine(QPointF(a.left() + .5, a.bottom() + .5), QPointF(a.right(), a.bottom() + .5));
  painter.setPen(c.text);
  painter.drawText(QRectF(a.left(), a.bottom() + 21, a.width(), 16), Qt::AlignCenter,
                   tr("step of %1").arg(QString::fromStdString(model_->record().computation)));
  painter.save();
  painter.translate(10, a.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-a.height() / 2, -8, a.height(), 16), Qt::AlignCenter | Qt::TextDontClip,
                   all_ ? tr("address (bytes)") : tr("address in the pool (bytes)"));
  painter.restore();
}

// Step labels, centred between ticks where there is room.
void PlanPlot::paintSteps(QPainter& painter) const {
  const Colours& c = Theme::current().colours();
  const QRectF a = area();
  const double width = a.width() / (window_.right - window_.left);
  const int wanted = std::max(2, static_cast<int>(a.width() / 48));
  for (const AxisTick& tick : wholeTicks(std::floor(window_.left), window_.right, wanted)) {
    if (tick.value >= model_->steps()) continue;
    const double middle = toPixel(tick.value + (width >= 14 ? 0.5 : 0), 0).x();
    if (middle < a.left() || middle > a.right()) continue;
    const double x = std::round(toPixel(tick.value, 0).x()) + 0.5;
    painter.setPen(c.grid);
    if (x > a.left()) painter.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
    const QString kernel = model_->kernelAt(static_cast<int>(tick.value));
    const QString full = tick.label + QStringLiteral(" · ") + kernel;
    const bool room = painter.fontMetrics().horizontalAdvance(full) + 6 < width;
    painter.setPen(c.dimText);
    painter.drawText(QRectF(middle - 60, a.bottom() + 5, 120, 14), Qt::AlignHCenter | Qt::AlignTop,
                     room && !kernel.isEmpty() ? full : tick.label);
  }
}

void PlanPlot::paintBand(QPainter& painter, int step, const QColor& colour) const {
  if (step < 0) return;
  QRectF band(toPixel(step, window_.high), toPixel(step + 1, window_.low));
  band.setWidth(std::max(band.width(), 1.0));
  painter.fillRect(band, colour);
}

void PlanPlot::paintBands(QPainter& painter) const {
  const Colours& c = Theme::current().colours();
  QColor fill = c.selection;
  fill.setAlphaF(0.14f);
  for (const auto& [from, to] : bands_) {
    QRectF box(toPixel(from, window_.high), toPixel(to, window_.low));
    box.setWidth(std::max(box.width(), 1.0));
    painter.fillRect(box, fill);
    painter.setPen(QPen(c.selection, 1));
    painter.drawLine(box.topLeft(), box.bottomLeft());
    painter.drawLine(box.topRight(), box.bottomRight());
  }
}

// ---- rectangles -----------------------------------------------------------------------------

// Highlights the selected buffer, the buffers that share its bytes, and the buffers that the
// selected kernel reads and writes.
void PlanPlot::paintLit(QPainter& painter) const {
  const Colours& c = Theme::current().colours();
  const auto body = [&](int buffer, const QPen& pen) {
    const PlotRect* place = placeOf(buffer);
    if (!place) return;
    QRectF box = pixelRect(*place);
    box.setWidth(std::max(box.width(), 3.0));
    box.setHeight(std::max(box.height(), 3.0));
    painter.fillRect(box, QColor(familyColour(place->colour, false).body));
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
  };
  for (const int buffer : tenants_) body(buffer, QPen(c.selection, 1, Qt::DashLine));
  for (const int buffer : read_) body(buffer, QPen(c.text, 1));
  for (const int buffer : written_) body(buffer, QPen(c.text, 2));
  if (hovered_ >= 0 && hovered_ != selected_) body(hovered_, QPen(c.text, 1));
  const PlotRect* place = placeOf(selected_);
  if (!place) return;
  const QRectF halo = pixelRect(*place).adjusted(-2, -2, 2, 2);
  painter.setPen(QPen(c.selectionHalo, 3));
  painter.drawRect(halo);
  body(selected_, QPen(c.selection, 2));
}

// Draws names in rectangles that are large enough; ◂ and ▸ mark buffers that the selected kernel
// reads and writes.
void PlanPlot::paintLabels(QPainter& painter) const {
  const Theme& theme = Theme::current();
  const double w = (window_.right - window_.left) / area().width();
  const double h = (window_.high - window_.low) / area().height();
  painter.setFont(theme.captionFont());
  const QFontMetrics fonts = painter.fontMetrics();
  model_->tree(all_).visit(
      window_, leastNameWidth * w, leastNameHeight * h,
      [&](const PlotRect& rect) {
        const QRectF box = pixelRect(rect).intersected(area()).adjusted(4, 0, -4, 0);
        if (box.width() < leastNameWidth - 8 || box.height() < leastNameHeight) return;
        const bool lit = rect.row == selected_ || read_.count(rect.row) ||
                         written_.count(rect.row) ||
                         std::find(tenants_.begin(), tenants_.end(), rect.row) != tenants_.end();
        const BufferRecord& buffer = model_->buffer(rect.row);
        QString text = QString::fromStdString(buffer.name);
        if (read_.count(rect.row)) text.prepend(QStringLiteral("◂ "));
        if (written_.count(rect.row)) text.prepend(QStringLiteral("▸ "));
        const QString size = QStringLiteral("  ") + byteText(buffer.bytes);
        if (fonts.horizontalAdvance(text + size) <= box.width()) text += size;
        painter.setPen(dims() && !lit ? theme.colours().dimText : theme.colours().text);
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft,
                         fonts.elidedText(text, Qt::ElideRight, static_cast<int>(box.width())));
      },
      [](const PlotWindow&, std::uint32_t, std::uint8_t) {});
}

// ---- lines ----------------------------------------------------------------------------------

// Draws bytes alive at each step; each pixel column shows the maximum of its steps.
void PlanPlot::paintAlive(QPainter& painter) const {
  const auto& alive = model_->facts().alive_bytes;
  const QRectF a = area();
  const double width = (window_.right - window_.left) / a.width();
  QPainterPath path;
  bool begun = false;
  const auto to = [&](double x, double y) {
    begun ? path.lineTo(x, y) : path.moveTo(x, y);
    begun = true;
  };
  const auto from = static_cast<std::size_t>(std::max(0.0, std::floor(window_.left)));
  const auto stride = static_cast<std::size_t>(std::max(1.0, std::floor(width)));
  for (std::size_t s = from; s < alive.size() && static_cast<double>(s) < window_.right;
       s += stride) {
    const std::size_t end = std::min(s + stride, alive.size());
    const std::int64_t most = *std::max_element(alive.begin() + static_cast<std::ptrdiff_t>(s),
                                                alive.begin() + static_cast<std::ptrdiff_t>(end));
    const double y = toPixel(0, static_cast<double>(most)).y();
    to(toPixel(static_cast<double>(s), 0).x(), y);
    to(toPixel(static_cast<double>(end), 0).x(), y);
  }
  QColor colour = Theme::current().colours().text;
  colour.setAlphaF(0.6f);
  painter.setPen(QPen(colour, 1.2));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
}

QString PlanPlot::peakText() const {
  return model_ ? tr("peak %1").arg(byteText(model_->record().peak_bytes)) : QString();
}

// Draws the pool size, and the size without buffer reuse or of the other plan.
void PlanPlot::paintLines(QPainter& painter) const {
  const Theme& theme = Theme::current();
  const QRectF a = area();
  painter.setFont(theme.captionFont());
  const auto line = [&](double bytes, const QString& text, const QColor& colour, Qt::PenStyle style,
                        double right) {
    const double y = std::round(toPixel(0, bytes).y()) + 0.5;
    if (y < a.top() || y > a.bottom()) return;
    painter.setPen(QPen(colour, style == Qt::SolidLine ? 1.5 : 1, style));
    painter.drawLine(QPointF(a.left(), y), QPointF(a.right(), y));
    const double width = painter.fontMetrics().horizontalAdvance(text) + 10;
    drawTag(painter, {right - width, y - 16, width, 15}, text, colour);
  };
  const CompilationRecord& record = model_->record();
  const auto peak = static_cast<double>(record.peak_bytes);
  if (other_) {
    line(static_cast<double>(other_->record().peak_bytes),
         tr("compared plan %1").arg(byteText(other_->record().peak_bytes)), theme.colours().dimText,
         Qt::DashLine, a.right() - 140);
  } else if (ghost_ && record.unshared_bytes > record.peak_bytes) {
    line(static_cast<double>(record.unshared_bytes),
         tr("without buffer reuse %1").arg(byteText(record.unshared_bytes)),
         theme.colours().dimText, Qt::DashLine, a.right() - 140);
  }
  line(peak, peakText(), theme.colours().error, Qt::SolidLine, a.right());
}

QString PlanPlot::mergedText() const {
  if (raster_.merged == 0) return {};
  return tr("%1 of %2 are too small to draw and are merged with a neighbour")
      .arg(countText(raster_.merged), countText(raster_.merged + raster_.drawn));
}

void PlanPlot::paintCorner(QPainter& painter) const {
  const QString text = mergedText();
  if (text.isEmpty()) return;
  painter.setFont(Theme::current().captionFont());
  const double width = painter.fontMetrics().horizontalAdvance(text) + 12;
  drawTag(painter, {area().right() - width, area().bottom() - 18, width, 16}, text,
          Theme::current().colours().text);
}

}  // namespace ng::views
