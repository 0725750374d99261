// SPDX-License-Identifier: Apache-2.0
// A clickable, self-painted row: chevron, label, target, detail.
#include "views/widgets/link_row.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "views/core/theme/theme.h"
#include "views/widgets/fitting_text.h"

namespace ng::views {
namespace {

constexpr int chevronWidth = 2 * metrics::grid;
constexpr int lineHeight = 16;
constexpr int leastText = 72;

void paintChevron(QPainter& painter, const QRect& row, const QColor& colour) {
  painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const QPointF centre(row.left() + 8, row.top() + metrics::row / 2.0);
  const QPointF points[] = {centre + QPointF(-2, -3.5), centre + QPointF(1.5, 0),
                            centre + QPointF(-2, 3.5)};
  painter.drawPolyline(points, 3);
}

}  // namespace

LinkRow::LinkRow(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setAttribute(Qt::WA_Hover);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

LinkRow::LinkRow(const QString& label, const QString& text, const QString& detail, QWidget* parent)
    : LinkRow(parent) {
  setTexts(label, text, detail);
}

void LinkRow::setTexts(const QString& label, const QString& text, const QString& detail) {
  label_ = label, text_ = text, detail_ = detail;
  resolved_ = true;
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::TabFocus);
  setAccessibleName(label + u' ' + text);
  updateGeometry();
  update();
}

void LinkRow::setUnresolved(const QString& label, const QString& why) {
  label_ = label, text_ = why;
  detail_.clear();
  resolved_ = false;
  unsetCursor();
  setFocusPolicy(Qt::NoFocus);
  setToolTip(why);
  setAccessibleName(label + u' ' + why);
  updateGeometry();
  update();
}

void LinkRow::setLead(int width, std::function<void(QPainter&, const QRect&)> paint) {
  leadWidth_ = width;
  lead_ = std::move(paint);
  update();
}

void LinkRow::setTail(int width, std::function<void(QPainter&, const QRect&)> paint) {
  tailWidth_ = width;
  tail_ = std::move(paint);
  update();
}

LinkRow::Places LinkRow::placesFor(int width) const {
  Places places;
  const int h = height();
  int left = chevronWidth;
  places.lead = QRect(left, 0, leadWidth_, metrics::row);
  left += leadWidth_ + (leadWidth_ ? metrics::grid : 0);
  const int labelWidth = label_.isEmpty() ? 0 : labelWidth_;
  places.label = QRect(left, 0, labelWidth, metrics::row);
  left += labelWidth;
  int right = width - 2 * metrics::grid;
  if (tail_) {
    places.tail = QRect(right - tailWidth_, 4, tailWidth_, metrics::row - 8);
    right -= tailWidth_ + metrics::grid;
  }
  if (!detail_.isEmpty()) {
    // Reserves some room for the text, however long the detail is.
    const int words = QFontMetrics(Theme::current().tableFont()).horizontalAdvance(text_);
    const int room = right - left - metrics::grid;
    const int most = room - qMin(words, qMax(leastText, others_.isEmpty() ? 0 : room / 2));
    const int wide =
        qMin(most, QFontMetrics(Theme::current().monoFont()).horizontalAdvance(detail_) + 2);
    places.detail = QRect(right - wide, 0, wide, metrics::row);
    right -= wide + metrics::grid;
  }
  places.text = QRect(left, 0, qMax(0, right - left), h);
  return places;
}

int LinkRow::linesFor(int width) const {
  if (resolved_) return 1;
  const QRect room(0, 0, placesFor(width).text.width(), 1000);
  const QFontMetrics fonts(Theme::current().tableFont());
  const int high = fonts.boundingRect(room, Qt::TextWordWrap, text_).height();
  return qBound(1, (high + lineHeight / 2) / lineHeight, 4);
}

int LinkRow::heightForWidth(int width) const {
  return metrics::row + (linesFor(width) - 1) * lineHeight;
}

QSize LinkRow::sizeHint() const {
  return {240, metrics::row};
}

QSize LinkRow::minimumSizeHint() const {
  return {120, metrics::row};
}

void LinkRow::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  const Colours& colours = theme.colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (resolved_ && (inside_ || hasFocus())) {
    painter.setPen(hasFocus() ? QPen(colours.selection, 1) : Qt::NoPen);
    painter.setBrush(colours.hover);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::radius,
                            metrics::radius);
  }
  const Places places = placesFor(width());
  if (resolved_) paintChevron(painter, rect(), inside_ ? colours.selection : colours.dimText);
  if (lead_) lead_(painter, places.lead);
  painter.setPen(colours.dimText);
  painter.setFont(theme.tableFont());
  const int labelRoom = places.label.width() - metrics::grid;
  painter.drawText(places.label, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(label_, Qt::ElideRight, labelRoom));
  if (!detail_.isEmpty()) {
    painter.setFont(theme.monoFont());
    painter.drawText(
        places.detail, Qt::AlignRight | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(detail_, Qt::ElideRight, places.detail.width()));
  }
  if (tail_) tail_(painter, places.tail);
  painter.setFont(theme.tableFont());
  if (!resolved_) {
    painter.drawText(places.text.adjusted(0, 4, 0, 0), Qt::AlignLeft | Qt::TextWordWrap, text_);
    return;
  }
  painter.setPen(inside_ ? colours.selection : colours.text);
  const QFontMetrics letters = painter.fontMetrics();
  const QString shown = others_.isEmpty()
                            ? fittingText(text_, letters, places.text.width(), Qt::ElideMiddle)
                            : elidedName(text_, others_, letters, places.text.width());
  painter.drawText(places.text, Qt::AlignLeft | Qt::AlignVCenter, shown);
}

void LinkRow::mouseReleaseEvent(QMouseEvent* event) {
  const bool here = rect().contains(event->position().toPoint());
  if (resolved_ && here && event->button() == Qt::LeftButton) emit followed();
}

void LinkRow::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (resolved_ && (enter || event->key() == Qt::Key_Space)) {
    emit followed();
  } else {
    QWidget::keyPressEvent(event);
  }
}

void LinkRow::enterEvent(QEnterEvent*) {
  inside_ = true;
  emit hovered(true);
  update();
}

void LinkRow::leaveEvent(QEvent*) {
  inside_ = false;
  emit hovered(false);
  update();
}

}  // namespace ng::views
