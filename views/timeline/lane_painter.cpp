// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lane_painter.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/timeline/lane_metrics.h"
#include "views/widgets/number_text.h"
#include "views/widgets/plots/plot_frame.h"

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

LanePainter::LanePainter(const LaneCanvas& canvas, QPainter& painter)
    : canvas_(canvas),
      timelines_(canvas.timelines()),
      scale_(canvas.scale()),
      painter_(painter),
      size_(canvas.viewport()->size()) {}

void LanePainter::paint() {
  const QRectF all(QPointF(), size_), lanes = canvas_.lanes();
  painter_.fillRect(all, Theme::current().colours().panel);
  painter_.setFont(Theme::current().captionFont());
  for (const TimeTick& tick : timeTicks(scale_)) paintGridX(painter_, lanes, scale_.x(tick.time));
  painter_.setClipRect(all.adjusted(0, lane::ruler, 0, 0));
  for (const LaneBand& band : canvas_.layout().bands()) {
    const double top = canvas_.topOf(band, 0);
    if (top > size_.height() || top + band.height() < lane::ruler) continue;
    paintBand(band);
  }
  canvas_.counters().paint(painter_, scale_, countersTop(canvas_), size_.width());
  painter_.setClipRect(lanes);
  paintOutlines();
  painter_.setClipping(false);
  if (const auto stretch = canvas_.stretch())
    paintRange(painter_, lanes, scale_.x(stretch->from), scale_.x(stretch->to));
  paintRuler();
}

void LanePainter::paintRuler() {
  const Colours& colours = Theme::current().colours();
  painter_.fillRect(QRectF(0, 0, size_.width(), lane::ruler), colours.chrome);
  painter_.setPen(colours.separator);
  painter_.drawLine(QPointF(0, lane::ruler - 0.5), QPointF(size_.width(), lane::ruler - 0.5));
  painter_.setPen(colours.dimText);
  painter_.drawText(QRectF(8, 0, lane::names - 16, lane::ruler), Qt::AlignVCenter,
                    LaneCanvas::tr("time"));
  const std::optional<Stretch> stretch = canvas_.stretch();
  const bool measured = stretch && stretch->to > stretch->from;
  const QString text =
      measured ? QString::fromUtf8("Δ ") + spanText(stretch->to - stretch->from) : QString();
  const double width = painter_.fontMetrics().horizontalAdvance(text) + 12;
  QRectF chip;
  if (measured) {
    const double middle = (std::max(scale_.left(), scale_.x(stretch->from)) +
                           std::min(scale_.right(), scale_.x(stretch->to))) /
                          2;
    chip = QRectF(std::clamp(middle - width / 2, scale_.left(), scale_.right() - width), 3, width,
                  lane::ruler - 7);
  }
  for (const TimeTick& tick : timeTicks(scale_)) {
    const double x = scale_.x(tick.time);
    const double half = painter_.fontMetrics().horizontalAdvance(tick.label) / 2.0;
    const QRectF box(x - half, 0, 2 * half + 2, lane::ruler);
    if (box.left() < scale_.left() || box.right() > scale_.right()) continue;
    if (measured && box.intersects(chip.adjusted(-6, -6, 6, 6))) continue;
    painter_.drawText(box, Qt::AlignVCenter | Qt::AlignHCenter, tick.label);
  }
  if (!measured) return;
  painter_.setRenderHint(QPainter::Antialiasing);
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(colours.selection);
  painter_.drawRoundedRect(chip, metrics::radius, metrics::radius);
  painter_.setPen(colours.onSelection);
  painter_.drawText(chip, Qt::AlignCenter, text);
  painter_.setRenderHint(QPainter::Antialiasing, false);
}

void LanePainter::paintBand(const LaneBand& band) {
  const Colours& colours = Theme::current().colours();
  const double top = canvas_.topOf(band, 0), bottom = top + band.height();
  const QRectF name(20, top, lane::names - 28, std::max<double>(lane::row, bottom - top));
  paintChevron(painter_, QPointF(10, top + lane::row / 2.0), band.folded);
  painter_.setPen(colours.text);
  painter_.setFont(Theme::current().tableFont());
  const QStringList lines = band.title.split('\n');
  const QFontMetrics fit(painter_.font());
  painter_.drawText(name.adjusted(0, 1, 0, 0), Qt::AlignTop,
                    fit.elidedText(lines[0], Qt::ElideMiddle, lane::names - 28));
  painter_.setFont(Theme::current().captionFont());
  if (lines.size() > 1) {
    painter_.setPen(colours.dimText);
    painter_.drawText(
        name.adjusted(0, lane::row, 0, 0), Qt::AlignTop,
        painter_.fontMetrics().elidedText(lines[1], Qt::ElideMiddle, lane::names - 28));
  }
  painter_.save();
  painter_.setClipRect(QRectF(lane::names, std::max<double>(top, lane::ruler),
                              size_.width() - lane::names, bottom - top),
                       Qt::IntersectClip);
  for (std::size_t row = 0; row < band.rows; ++row) paintRow(band, row);
  painter_.restore();
  painter_.setPen(colours.separator);
  const double line = std::round(bottom + lane::gap / 2.0) + 0.5;
  painter_.drawLine(QPointF(0, line), QPointF(size_.width(), line));
}

void LanePainter::paintRow(const LaneBand& band, std::size_t row) {
  const EventRow& events = timelines_.timeline(band.which).lanes()[band.lane].rows[row];
  const double moved = timelines_.shift(band.which), top = canvas_.topOf(band, row);
  const auto least = static_cast<std::int64_t>(std::ceil(lane::least * scale_.perPixel()));
  events.visible(static_cast<std::int64_t>(scale_.from() - moved),
                 static_cast<std::int64_t>(scale_.to() - moved), least, [&](const EventSpan& span) {
                   const double left = scale_.x(static_cast<double>(span.begin) + moved);
                   const double right = scale_.x(static_cast<double>(span.end) + moved);
                   const double from = std::max(left, scale_.left() - 4);
                   const double to = std::min(right, scale_.right() + 4);
                   const QRectF box(from, top, std::max(1.0, to - from), lane::row - 1.0);
                   ++bars_;
                   if (!canvas_.isMatch(band.which, {band.lane, row, span.first}, span.count))
                     return paintPale(box);
                   if (span.count == 1) return paintEventBar(band, events, span, box);
                   merged_ += span.count;
                   paintMerged(span, box);
                 });
}

void LanePainter::paintEventBar(const LaneBand& band, const EventRow& row, const EventSpan& span,
                                const QRectF& box) {
  const Colours& colours = Theme::current().colours();
  const TimelineEvent event = row[span.first];
  const EventLinks& of = timelines_.links(band.which);
  const QColor own = of.colour(event.name);
  const QColor fill = mixed(colours.panel, own, band.which ? 0.22 : 0.36);
  const bool selected = of.isSelected(event.name);
  painter_.fillRect(box.width() > 4 ? box.adjusted(0, 0, -1, 0) : box, fill);
  if (box.width() > 6)
    painter_.fillRect(QRectF(box.left(), box.top(), 3, box.height()), own);
  else
    painter_.fillRect(box, mixed(colours.panel, own, 0.7));
  if (selected) {
    painter_.setPen(QPen(colours.selection, 2));
    painter_.drawRect(box.adjusted(1, 1, box.width() > 6 ? -2 : 0, -1));
  }
  if (box.width() < lane::label) return;
  const TimelineName& name = timelines_.timeline(band.which).names()[event.name];
  QString text = QString::fromStdString(name.text);
  if (event.number >= 0 && (name.category == "call" || name.category == "epoch"))
    text += u' ' + QString::number(event.number);
  painter_.setPen(colours.text);
  const int width = static_cast<int>(box.width()) - 10;
  const bool numbered = event.number >= 0 && name.category == "epoch";
  if (numbered && painter_.fontMetrics().horizontalAdvance(text) > width)
    text = QString::number(event.number);
  painter_.drawText(box.adjusted(6, 0, -2, 0), Qt::AlignVCenter,
                    painter_.fontMetrics().elidedText(text, Qt::ElideRight, width));
}

void LanePainter::paintPale(const QRectF& box) {
  const Colours& colours = Theme::current().colours();
  painter_.fillRect(box.width() > 4 ? box.adjusted(0, 0, -1, 0) : box,
                    mixed(colours.panel, colours.dimText, 0.14));
}

// Hatched, to distinguish merged bars from events; darker if busier.
void LanePainter::paintMerged(const EventSpan& span, const QRectF& box) {
  const Colours& colours = Theme::current().colours();
  const double length = std::max(1.0, static_cast<double>(span.end - span.begin));
  const double busy = std::min(1.0, static_cast<double>(span.busy) / length);
  painter_.fillRect(box, mixed(colours.panel, colours.dimText, 0.12 + 0.4 * busy));
  painter_.fillRect(box, QBrush(mixed(colours.panel, colours.text, 0.35), Qt::BDiagPattern));
  const QString text = LaneCanvas::tr("%1 events · %2 busy")
                           .arg(countText(static_cast<std::int64_t>(span.count)))
                           .arg(percentText(busy));
  const int width = painter_.fontMetrics().horizontalAdvance(text);
  const int shortWidth = painter_.fontMetrics().horizontalAdvance(text.section(u' ', 0, 1));
  if (box.width() < shortWidth + 16) return;
  const QString shown = box.width() < width + 16 ? text.section(u' ', 0, 1) : text;
  QRectF label(0, 0, painter_.fontMetrics().horizontalAdvance(shown) + 8, box.height() - 2);
  label.moveCenter(box.center());
  painter_.fillRect(label, colours.panel);
  painter_.setPen(colours.text);
  painter_.drawText(label, Qt::AlignCenter, shown);
}

void LanePainter::paintOutlines() {
  const Colours& colours = Theme::current().colours();
  if (const auto hovered = canvas_.hovered()) {
    painter_.setPen(QPen(colours.text, 1));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawRect(canvas_.rectOf(*hovered).adjusted(0.5, 0.5, -1, -0.5));
  }
  const std::optional<ShownEvent> current = canvas_.current();
  if (!current) return;
  const QRectF box = canvas_.rectOf(*current);
  if (box.isNull()) return;
  painter_.setBrush(Qt::NoBrush);
  painter_.setPen(QPen(colours.selectionHalo, 4));
  painter_.drawRect(box.adjusted(0, 0, -1, 0));
  painter_.setPen(QPen(colours.selection, 2));
  painter_.drawRect(box.adjusted(0, 0, -1, 0));
  if (current->which == 0) paintFlows(*current);
}

void LanePainter::paintFlows(const ShownEvent& current) {
  painter_.setRenderHint(QPainter::Antialiasing);
  const auto arrow = [this](const QRectF& from, const QRectF& to) {
    if (from.isNull() || to.isNull()) return;
    constexpr double head = 5, leastReach = 14;
    const QPointF begin(from.right(), from.center().y()), end(to.left(), to.center().y());
    const double reach = std::max(leastReach, std::abs(end.x() - begin.x()) / 3);
    const double sag = std::min(lane::row * 1.4, 6 + std::abs(end.x() - begin.x()) / 8);
    QPainterPath path(begin);
    path.cubicTo(begin + QPointF(reach, sag), end + QPointF(-reach, sag), end);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(Theme::current().colours().selection, 1.4));
    painter_.drawPath(path);
    painter_.setBrush(Theme::current().colours().selection);
    painter_.drawPolygon(
        QPolygonF{end, end + QPointF(-head, head * 0.2), end + QPointF(-head * 0.6, head)});
  };
  const QRectF own = canvas_.rectOf(current);
  for (const EventPlace& each : canvas_.counters().steps().producers(current.place))
    arrow(canvas_.rectOf({0, each}), own);
  for (const EventPlace& each : canvas_.counters().steps().consumers(current.place))
    arrow(own, canvas_.rectOf({0, each}));
  painter_.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace ng::views
