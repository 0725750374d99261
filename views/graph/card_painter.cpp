// SPDX-License-Identifier: Apache-2.0
// The parts of a card, in scene units.
#include "views/graph/card_painter.h"

namespace ng::views {
namespace {

constexpr double stripe = metrics::familyStripe, radius = metrics::radius;
constexpr double glyphWidth = 24, textLeft = 31, textRight = 8, cornerSize = 20;

QFont sized(QFont font, int pixels, QFont::Weight weight) {
  font.setPixelSize(pixels);
  font.setWeight(weight);
  font.setHintingPreference(QFont::PreferNoHinting);  // the same at every zoom
  return font;
}

}  // namespace

CardPainter::CardPainter(QPainter& painter)
    : painter_(painter),
      colours_(Theme::current().colours()),
      glyphFont_(sized(Theme::current().uiFont(), 15, QFont::DemiBold)),
      titleFont_(sized(Theme::current().uiFont(), 13, QFont::DemiBold)),
      kindFont_(sized(Theme::current().captionFont(), 11, QFont::Normal)),
      detailFont_(sized(Theme::current().monoFont(), 11, QFont::Normal)),
      badgeFont_(sized(Theme::current().uiFont(), 11, QFont::DemiBold)),
      titleMetrics_(titleFont_),
      kindMetrics_(kindFont_),
      detailMetrics_(detailFont_) {}

void CardPainter::paint(const Card& card, const CardLook& look) {
  body(card, look);
  if (card.gradient) corner(card);
  outline(card, look);
  texts(card, look);
  if (look.marks && card.mark != Mark::none) badge(card);
}

void CardPainter::body(const Card& card, const CardLook& look) {
  painter_.setPen(Qt::NoPen);
  QColor fill = look.hit ? colours_.searchHit : look.hovered ? colours_.hover : colours_.card;
  QColor edge = card.group ? colours_.dimText : Theme::current().family(card.family);
  if (look.heat >= 0) {
    edge = QColor(Theme::heat(look.heat));
    if (!look.hit) fill = edge;
  }
  if (card.group) {  // a second sheet below says that there are more
    painter_.setPen(QPen(colours_.cardBorder, 1));
    painter_.setBrush(colours_.card);
    painter_.drawRoundedRect(card.rect.adjusted(4, 4, 3, 3.5), radius, radius);
    painter_.setPen(Qt::NoPen);
  }
  painter_.setBrush(card.ghost && !look.hit ? colours_.canvas : fill);
  painter_.drawRoundedRect(card.rect, radius, radius);
  QPainterPath left;
  const QRectF r = card.rect;
  left.moveTo(r.left() + stripe, r.top());
  left.lineTo(r.left() + stripe, r.bottom());
  left.arcTo(QRectF(r.left(), r.bottom() - 2 * radius, 2 * radius, 2 * radius), 270, -90);
  left.arcTo(QRectF(r.left(), r.top(), 2 * radius, 2 * radius), 180, -90);
  left.closeSubpath();
  painter_.fillPath(left, edge);
}

void CardPainter::outline(const Card& card, const CardLook& look) {
  painter_.setBrush(Qt::NoBrush);
  const QRectF r = card.rect;
  if (look.selected) {
    painter_.setPen(QPen(colours_.selectionHalo, 6));
    painter_.drawRoundedRect(r.adjusted(-4, -4, 4, 4), radius + 4, radius + 4);
  }
  const Mark mark = look.marks ? card.mark : Mark::none;
  const QColor colour = Theme::current().mark(mark);
  QPen pen(colour, mark == Mark::none ? 1 : 1.6);
  if (mark == Mark::removed) pen.setDashPattern({4, 2.5});
  painter_.setPen(pen);
  painter_.drawRoundedRect(r, radius, radius);
  if (mark == Mark::changed) {
    painter_.setPen(QPen(colour, 1));
    painter_.drawRoundedRect(r.adjusted(-2.8, -2.8, 2.8, 2.8), radius + 2.8, radius + 2.8);
  }
  if (look.selected || look.currentHit) {
    painter_.setPen(QPen(look.selected ? colours_.selection : colours_.text, 2));
    painter_.drawRoundedRect(r, radius, radius);
  }
}

void CardPainter::texts(const Card& card, const CardLook& look) {
  const QRectF r = card.rect;
  const bool onHeat = look.heat >= 0 && !look.hit;
  const QColor ink = look.hit ? colours_.onSearchHit
                     : onHeat ? Theme::readableOn(QColor(Theme::heat(look.heat)))
                              : colours_.text;
  const QColor dim = look.hit || onHeat ? ink : colours_.dimText;
  painter_.setFont(glyphFont_);
  painter_.setPen(look.hit || onHeat || card.group ? ink : Theme::current().family(card.family));
  painter_.drawText(QRectF(r.left() + stripe + 1, r.top(), glyphWidth, r.height()), Qt::AlignCenter,
                    card.glyph);
  if (!look.texts) return;
  const double right = r.right() - textRight - (card.gradient ? cornerSize - 6 : 0);
  const double width = right - r.left() - textLeft;
  const double whole = titleMetrics_.horizontalAdvance(card.title);
  const double kindWidth = kindMetrics_.horizontalAdvance(card.kind);
  painter_.setFont(titleFont_);
  painter_.setPen(ink);
  const QString title = whole <= width ? card.title
                                       : titleMetrics_.elidedText(card.title, Qt::ElideMiddle, width);
  painter_.drawText(QPointF(r.left() + textLeft, r.top() + 17), title);
  if (!card.kind.isEmpty() && whole + 8 + kindWidth <= width) {
    painter_.setFont(kindFont_);
    painter_.setPen(dim);
    painter_.drawText(QPointF(right - kindWidth, r.top() + 17), card.kind);
  }
  painter_.setFont(detailFont_);
  painter_.setPen(dim);
  const double detailRoom = r.width() - textLeft - textRight;
  const QString detail = detailMetrics_.horizontalAdvance(card.detail) <= detailRoom
                             ? card.detail
                             : detailMetrics_.elidedText(card.detail, Qt::ElideRight, detailRoom);
  painter_.drawText(QPointF(r.left() + textLeft, r.top() + 32), detail);
}

void CardPainter::corner(const Card& card) {
  const QRectF r = card.rect;
  QPainterPath path;
  path.moveTo(r.right() - cornerSize, r.top());
  path.lineTo(r.right() - radius, r.top());
  path.arcTo(QRectF(r.right() - 2 * radius, r.top(), 2 * radius, 2 * radius), 90, -90);
  path.lineTo(r.right(), r.top() + cornerSize);
  path.closeSubpath();
  painter_.fillPath(path, colours_.separator);
  QFont font = kindFont_;
  font.setPixelSize(10);
  painter_.setFont(font);
  painter_.setPen(colours_.text);
  painter_.drawText(QPointF(r.right() - 9.5, r.top() + 9.5), QStringLiteral("∂"));
}

void CardPainter::badge(const Card& card) {
  const QRectF box(card.rect.left() - 7, card.rect.top() - 7, 14, 14);
  const QColor colour = Theme::current().mark(card.mark);
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(colour);
  painter_.drawRoundedRect(box, 4, 4);
  painter_.setFont(badgeFont_);
  painter_.setPen(Theme::readableOn(colour));
  painter_.drawText(box, Qt::AlignCenter, markText(card.mark));
}

}  // namespace ng::views
