// SPDX-License-Identifier: Apache-2.0
// Paints the editing overlay of the canvas.
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "views/graph/canvas/build_layer.h"

namespace ng::views {
namespace {

constexpr double portRadius = 4.5;  // pixels

}  // namespace

void BuildLayer::paintEvent(QPaintEvent*) {
  if (!workspace_.documents.document()) return;
  const Colours& colours = Theme::current().colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (active() && canvas_.scene().cards.empty() && carried_.isEmpty()) {
    painter.setPen(colours.dimText);
    painter.setFont(Theme::current().uiFont());
    painter.drawText(rect(), Qt::AlignCenter,
                     tr("Type an expression such as  y = x + 1  in the Build panel (Ctrl+E),\n"
                        "or drag an op from its list to here."));
  }
  paintPiece(painter);
  const ItemId shown = from_ != 0 ? from_ : hovered_;
  if (active() && shown != 0 && canvas_.scene().find(shown) >= 0) {
    painter.setPen(QPen(colours.selection, 1.5));
    painter.setBrush(from_ != 0 ? colours.selection : colours.card);
    painter.drawEllipse(port(shown), portRadius, portRadius);
  }
  if (from_ != 0) {
    const QPointF a = port(from_);
    QPainterPath path(a);
    const double bend = std::max(20.0, std::abs(at_.y() - a.y()) / 2);
    path.cubicTo(a + QPointF(0, bend), at_ - QPointF(0, bend), at_);
    painter.setPen(QPen(refused_ ? colours.error : colours.selection, 2,
                        refused_ ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    if (over_ != 0)
      painter.drawRoundedRect(canvas_.cardRect(over_).adjusted(-3, -3, 3, 3), metrics::radius,
                              metrics::radius);
  }
  if (!carried_.isEmpty()) {
    const QSizeF size(metrics::cardWidth * canvas_.scale(), metrics::cardHeight * canvas_.scale());
    const QRectF card(at_ - QPointF(size.width(), size.height()) / 2, size);
    painter.setPen(QPen(colours.selection, 1.5, Qt::DashLine));
    painter.setBrush(colours.card);
    painter.drawRoundedRect(card, metrics::radius, metrics::radius);
    painter.setPen(colours.text);
    painter.setFont(Theme::current().titleFont());
    painter.drawText(card, Qt::AlignCenter, carried_);
  }
  if (!tip_.isEmpty()) paintTip(painter);
}

// Paints the selected cards, the selection box, and the target places of dragged cards.
void BuildLayer::paintPiece(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colours.selection, 2));
  for (const ItemId item : picked_) {
    const QRectF card = canvas_.cardRect(item).adjusted(-2, -2, 2, 2);
    if (!card.isEmpty()) painter.drawRoundedRect(card, metrics::radius, metrics::radius);
  }
  painter.setPen(QPen(colours.selection, 1.5, Qt::DashLine));
  if (dragging_)
    for (const ItemId item : moved())
      painter.drawRoundedRect(canvas_.cardRect(item).translated(at_ - dragFrom_), metrics::radius,
                              metrics::radius);
  if (!boxFrom_) return;
  QColor fill = colours.selection;
  fill.setAlphaF(0.1f);
  painter.setBrush(fill);
  painter.drawRect(QRectF(*boxFrom_, at_).normalized());
}

// Places the tip next to the pointer or its card, without covering other cards if there is room.
QRectF BuildLayer::tipRect() const {
  if (tip_.isEmpty()) return {};
  const QFontMetrics metric(Theme::current().captionFont());
  QRectF box = metric.boundingRect(QRect(0, 0, 340, 400), Qt::TextWordWrap, tip_);
  box = box.adjusted(-8, -5, 8, 5).translated(-box.topLeft());
  const QRectF card = tipCard_ != 0 ? canvas_.cardRect(tipCard_) : QRectF(at_, at_);
  const double left = card.left(), middle = card.center().y() - box.height() / 2;
  const QPointF places[] = {at_ + QPointF(16, 14),
                            {left, card.bottom() + 8},
                            {card.right() + 12, middle},
                            {left - box.width() - 12, middle},
                            {left, card.top() - box.height() - 8}};
  const QRectF room = rect().toRectF().adjusted(4, 4, -4, -4);
  const std::vector<ItemId> cards = canvas_.visibleItems();
  const auto free = [&] {
    return std::none_of(cards.begin(), cards.end(),
                        [&](ItemId item) { return canvas_.cardRect(item).intersects(box); });
  };
  for (const QPointF& place : places) {
    box.moveTopLeft(place);
    if (room.contains(box) && free()) return box;
  }
  box.moveTopLeft(places[1]);  // never covers its own card
  if (box.bottom() > room.bottom()) box.moveBottom(card.top() - 8);
  box.moveRight(std::min(box.right(), room.right()));
  return box;
}

void BuildLayer::paintTip(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  const QRectF box = tipRect();
  painter.setFont(Theme::current().captionFont());
  painter.setPen(QPen(refused_ ? colours.error : colours.cardBorder, 1));
  painter.setBrush(colours.chrome);
  painter.drawRoundedRect(box, metrics::radius, metrics::radius);
  painter.setPen(refused_ ? colours.error : colours.text);
  painter.drawText(box.adjusted(8, 5, -8, -5), Qt::TextWordWrap, tip_);
}

}  // namespace ng::views
