// SPDX-License-Identifier: Apache-2.0
// Painting of lanes. The cost depends on the number of pixels, not on the number of events.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/timeline/lane_canvas.h"
#include "views/timeline/lane_metrics.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QColor mixed(const QColor& a, const QColor& b, double share) {
  const auto part = [share](int from, int to) { return from + qRound((to - from) * share); };
  return QColor(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue()));
}

// Points down if the lane is unfolded, right if it is folded.
void paintChevron(QPainter& painter, const QPointF& at, bool folded) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(Theme::current().colours().dimText, 1.5));
  const QPointF open[] = {{-3.5, -1.5}, {0, 2}, {3.5, -1.5}};
  const QPointF shut[] = {{-1.5, -3.5}, {2, 0}, {-1.5, 3.5}};
  painter.translate(at);
  painter.drawPolyline(folded ? shut : open, 3);
  painter.restore();
}

}  // namespace

void LaneCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const Colours& colours = Theme::current().colours();
  painter.fillRect(viewport()->rect(), colours.panel);
  painter.setFont(Theme::current().captionFont());
  painted_ = folded_ = 0;
  for (const TimeTick& tick : timeTicks(scale_)) {
    const double x = std::round(scale_.x(tick.time)) + 0.5;
    painter.setPen(colours.grid);
    painter.drawLine(QPointF(x, lane::ruler), QPointF(x, viewport()->height()));
  }
  painter.setClipRect(QRectF(viewport()->rect()).adjusted(0, lane::ruler, 0, 0));
  for (const Band& band : bands_) {
    const double top = topOf(band, 0);
    if (top > viewport()->height() || top + band.height() < lane::ruler) continue;
    paintBand(painter, band);
  }
  painter.setClipRect(lanes());
  paintCurrent(painter);
  painter.setClipping(false);
  paintStretch(painter);
  paintRuler(painter);
}

void LaneCanvas::paintRuler(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  painter.fillRect(QRectF(0, 0, viewport()->width(), lane::ruler), colours.chrome);
  painter.setPen(colours.separator);
  painter.drawLine(QPointF(0, lane::ruler - 0.5), QPointF(viewport()->width(), lane::ruler - 0.5));
  painter.setPen(colours.dimText);
  painter.drawText(QRectF(8, 0, lane::names - 16, lane::ruler), Qt::AlignVCenter, tr("time"));
  const bool measured = stretch_ && stretch_->to > stretch_->from;
  const QString text =
      measured ? QString::fromUtf8("Δ ") + spanText(stretch_->to - stretch_->from) : QString();
  const double width = painter.fontMetrics().horizontalAdvance(text) + 12;
  QRectF chip;
  if (measured) {
    const double middle = (std::max(scale_.left(), scale_.x(stretch_->from)) +
                           std::min(scale_.right(), scale_.x(stretch_->to))) /
                          2;
    chip = QRectF(std::clamp(middle - width / 2, scale_.left(), scale_.right() - width), 3, width,
                  lane::ruler - 7);
  }
  for (const TimeTick& tick : timeTicks(scale_)) {
    const double x = scale_.x(tick.time);
    const double half = painter.fontMetrics().horizontalAdvance(tick.label) / 2.0;
    const QRectF box(x - half, 0, 2 * half + 2, lane::ruler);
    if (box.left() < scale_.left() || box.right() > scale_.right()) continue;
    if (measured && box.intersects(chip.adjusted(-6, -6, 6, 6))) continue;
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignHCenter, tick.label);
  }
  if (!measured) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colours.selection);
  painter.drawRoundedRect(chip, metrics::radius, metrics::radius);
  painter.setPen(colours.onSelection);
  painter.drawText(chip, Qt::AlignCenter, text);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void LaneCanvas::paintBand(QPainter& painter, const Band& band) {
  const Colours& colours = Theme::current().colours();
  const double top = topOf(band, 0), bottom = top + band.height();
  const QRectF name(20, top, lane::names - 28, std::max<double>(lane::row, bottom - top));
  paintChevron(painter, QPointF(10, top + lane::row / 2.0), isFolded(band));
  painter.setPen(colours.text);
  painter.setFont(Theme::current().tableFont());
  const QStringList lines = band.title.split('\n');
  const QFontMetrics fit(painter.font());
  painter.drawText(name.adjusted(0, 1, 0, 0), Qt::AlignTop,
                   fit.elidedText(lines[0], Qt::ElideMiddle, lane::names - 28));
  painter.setFont(Theme::current().captionFont());
  if (lines.size() > 1) {
    painter.setPen(colours.dimText);
    painter.drawText(name.adjusted(0, lane::row, 0, 0), Qt::AlignTop,
                     painter.fontMetrics().elidedText(lines[1], Qt::ElideMiddle, lane::names - 28));
  }
  painter.save();
  painter.setClipRect(QRectF(lane::names, std::max<double>(top, lane::ruler),
                             viewport()->width() - lane::names, bottom - top),
                      Qt::IntersectClip);
  for (std::size_t row = 0; row < band.rows; ++row) paintRow(painter, band, row);
  painter.restore();
  painter.setPen(colours.separator);
  const double line = std::round(bottom + lane::gap / 2.0) + 0.5;
  painter.drawLine(QPointF(0, line), QPointF(viewport()->width(), line));
}

void LaneCanvas::paintRow(QPainter& painter, const Band& band, std::size_t row) {
  const EventRow& events = timeline(band.which).lanes()[band.lane].rows[row];
  const double moved = shift(band.which), top = topOf(band, row);
  const auto least = static_cast<std::int64_t>(std::ceil(lane::least * scale_.perPixel()));
  events.visible(static_cast<std::int64_t>(scale_.from() - moved),
                 static_cast<std::int64_t>(scale_.to() - moved), least, [&](const EventSpan& span) {
                   const double left = scale_.x(static_cast<double>(span.begin) + moved);
                   const double right = scale_.x(static_cast<double>(span.end) + moved);
                   const double from = std::max(left, scale_.left() - 4);
                   const double to = std::min(right, scale_.right() + 4);
                   const QRectF box(from, top, std::max(1.0, to - from), lane::row - 1.0);
                   ++painted_;
                   if (span.count == 1) return paintEventBar(painter, band, events, span, box);
                   folded_ += span.count;
                   paintFolded(painter, span, box);
                 });
}

void LaneCanvas::paintEventBar(QPainter& painter, const Band& band, const EventRow& row,
                               const EventSpan& span, const QRectF& box) const {
  const Colours& colours = Theme::current().colours();
  const TimelineEvent event = row[span.first];
  const EventLinks& of = links(band.which);
  const QColor own = of.colour(event.name);
  const QColor fill = mixed(colours.panel, own, band.which ? 0.22 : 0.36);
  const bool selected = of.isSelected(event.name);
  painter.fillRect(box.width() > 4 ? box.adjusted(0, 0, -1, 0) : box, fill);
  if (box.width() > 6)
    painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), own);
  else
    painter.fillRect(box, mixed(colours.panel, own, 0.7));
  if (selected) {
    painter.setPen(QPen(colours.selection, 2));
    painter.drawRect(box.adjusted(1, 1, box.width() > 6 ? -2 : 0, -1));
  }
  if (box.width() < lane::label) return;
  const TimelineName& name = timeline(band.which).names()[event.name];
  QString text = QString::fromStdString(name.text);
  if (event.number >= 0 && (name.category == "call" || name.category == "epoch"))
    text += u' ' + QString::number(event.number);
  painter.setPen(colours.text);
  const int width = static_cast<int>(box.width()) - 10;
  const bool numbered = event.number >= 0 && name.category == "epoch";
  if (numbered && painter.fontMetrics().horizontalAdvance(text) > width)
    text = QString::number(event.number);
  painter.drawText(box.adjusted(6, 0, -2, 0), Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(text, Qt::ElideRight, width));
}

// Hatched, to distinguish merged bars from events; darker if busier.
void LaneCanvas::paintFolded(QPainter& painter, const EventSpan& span, const QRectF& box) const {
  const Colours& colours = Theme::current().colours();
  const double length = std::max(1.0, static_cast<double>(span.end - span.begin));
  const double busy = std::min(1.0, static_cast<double>(span.busy) / length);
  painter.fillRect(box, mixed(colours.panel, colours.dimText, 0.12 + 0.4 * busy));
  painter.fillRect(box, QBrush(mixed(colours.panel, colours.text, 0.35), Qt::BDiagPattern));
  const QString text = tr("%1 events · %2 busy")
                           .arg(countText(static_cast<std::int64_t>(span.count)))
                           .arg(percentText(busy));
  const int width = painter.fontMetrics().horizontalAdvance(text);
  const int shortWidth = painter.fontMetrics().horizontalAdvance(text.section(u' ', 0, 1));
  if (box.width() < shortWidth + 16) return;
  const QString shown = box.width() < width + 16 ? text.section(u' ', 0, 1) : text;
  QRectF label(0, 0, painter.fontMetrics().horizontalAdvance(shown) + 8, box.height() - 2);
  label.moveCenter(box.center());
  painter.fillRect(label, colours.panel);
  painter.setPen(colours.text);
  painter.drawText(label, Qt::AlignCenter, shown);
}

void LaneCanvas::paintStretch(QPainter& painter) const {
  if (!stretch_) return;
  const Colours& colours = Theme::current().colours();
  const double left = std::clamp(scale_.x(stretch_->from), scale_.left(), scale_.right());
  const double right = std::clamp(scale_.x(stretch_->to), scale_.left(), scale_.right());
  QColor band = colours.selection;
  band.setAlphaF(0.13);
  painter.fillRect(QRectF(left, lane::ruler, right - left, viewport()->height()), band);
  painter.setPen(QPen(colours.selection, 1));
  for (const double x : {left, right})
    painter.drawLine(QPointF(x, lane::ruler), QPointF(x, viewport()->height()));
}

void LaneCanvas::paintCurrent(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  if (hovered_) {
    painter.setPen(QPen(colours.text, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rectOf(*hovered_).adjusted(0.5, 0.5, -1, -0.5));
  }
  if (!current_) return;
  const QRectF box = rectOf(*current_);
  if (box.isNull()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colours.selectionHalo, 4));
  painter.drawRect(box.adjusted(0, 0, -1, 0));
  painter.setPen(QPen(colours.selection, 2));
  painter.drawRect(box.adjusted(0, 0, -1, 0));
}

}  // namespace ng::views
