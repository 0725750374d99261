// SPDX-License-Identifier: Apache-2.0
#include "views/graph/editing/build_tip.h"

#include <QPainter>
#include <algorithm>

#include "views/core/theme/theme.h"

namespace ng::views {

void BuildTip::show(const QString& text, bool refused) {
  text_ = text;
  card_ = 0;
  refused_ = refused;
}

void BuildTip::say(const EditAnswer& answer, ItemId card) {
  show(answer.details.isEmpty() ? answer.text : answer.text + "\n" + answer.details, !answer.good);
  card_ = card;
}

// Places the tip next to the pointer or its card, without covering other cards if there is room.
QRectF BuildTip::rect() const {
  if (text_.isEmpty()) return {};
  const QFontMetrics metric(Theme::current().captionFont());
  QRectF box = metric.boundingRect(QRect(0, 0, 340, 400), Qt::TextWordWrap, text_);
  box = box.adjusted(-8, -5, 8, 5).translated(-box.topLeft());
  const QRectF card = card_ != 0 ? canvas_.cardRect(card_) : QRectF(at_, at_);
  const double left = card.left(), middle = card.center().y() - box.height() / 2;
  const QPointF places[] = {at_ + QPointF(16, 14),
                            {left, card.bottom() + 8},
                            {card.right() + 12, middle},
                            {left - box.width() - 12, middle},
                            {left, card.top() - box.height() - 8}};
  const QRectF room = QRectF(canvas_.rect()).adjusted(4, 4, -4, -4);
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

void BuildTip::paint(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  if (text_.isEmpty()) return;
  const QRectF box = rect();
  painter.setFont(Theme::current().captionFont());
  painter.setPen(QPen(refused_ ? colours.error : colours.cardBorder, 1));
  painter.setBrush(colours.chrome);
  painter.drawRoundedRect(box, metrics::radius, metrics::radius);
  painter.setPen(refused_ ? colours.error : colours.text);
  painter.drawText(box.adjusted(8, 5, -8, -5), Qt::TextWordWrap, text_);
}

}  // namespace ng::views
