// SPDX-License-Identifier: Apache-2.0
// Paints the parts of a card, in scene units.
#include "views/graph/canvas/card_painter.h"

#include <algorithm>
#include <cmath>

namespace ng::views {
namespace {

constexpr double stripe = metrics::familyStripe, radius = metrics::radius;
constexpr double glyphWidth = 24, textLeft = 31, textRight = 8, cornerSize = 20;

constexpr int smallestTitle = 13, mostBesideDetail = 15, largestTitle = 36;
constexpr double narrowest = 0.8;                 // minimal horizontal stretch of letters
constexpr double legible = 10.4, leastName = 10;  // pixels on the screen

int titleSize(double scale) {
  return std::clamp(static_cast<int>(std::ceil(legible / scale)), smallestTitle, largestTitle);
}

// Length of a title's last word, which distinguishes it from similar names: in a generated name
// such as "multiply_42" the glyph already shows the op, and names such as "stage_10_layer_7" share
// a prefix.
int tellingLength(const Card& card) {
  constexpr qsizetype longest = 9;
  const qsizetype length = card.title.size() - card.title.lastIndexOf('_');
  return length <= longest && card.title.contains('_') ? static_cast<int>(length) : 0;
}

QString cut(const QFontMetricsF& letters, const QString& text, int tail, double room) {
  const QString kept = text.right(tail);
  return letters.elidedText(text.chopped(tail), Qt::ElideRight,
                            room - letters.horizontalAdvance(kept)) +
         kept;
}

constexpr double legibleChip = 8, leastInChip = 6;  // pixels on the screen
constexpr int largestInChip = 14;

QColor washed(const QColor& ground, const QColor& colour) {
  const auto mix = [](int a, int b) { return (a * 80 + b * 20) / 100; };
  return QColor(mix(ground.red(), colour.red()), mix(ground.green(), colour.green()),
                mix(ground.blue(), colour.blue()));
}

QFont sized(QFont font, int pixels, QFont::Weight weight) {
  font.setPixelSize(pixels);
  font.setWeight(weight);
  font.setHintingPreference(QFont::PreferNoHinting);  // the same widths at every zoom
  return font;
}

}  // namespace

QFont chipFont(bool names) {
  if (names) return sized(Theme::current().uiFont(), 13, QFont::Normal);
  return sized(Theme::current().monoFont(), 11, QFont::Normal);
}

CardPainter::CardPainter(QPainter& painter, double scale)
    : painter_(painter),
      colours_(Theme::current().colours()),
      scale_(scale),
      leastName_(static_cast<int>(std::ceil(leastName / scale))),
      nameOnly_(titleSize(scale) > mostBesideDetail),
      glyphFont_(sized(Theme::current().uiFont(), nameOnly_ ? 18 : 15, QFont::DemiBold)),
      titleFont_(sized(Theme::current().uiFont(), titleSize(scale), QFont::DemiBold)),
      kindFont_(sized(Theme::current().captionFont(), 11, QFont::Normal)),
      detailFont_(sized(Theme::current().monoFont(), 11, QFont::Normal)),
      badgeFont_(sized(Theme::current().uiFont(), 11, QFont::DemiBold)),
      glyphMetrics_(glyphFont_),
      titleMetrics_(titleFont_),
      kindMetrics_(kindFont_) {}

double CardPainter::namePixels(double scale) {
  return std::min(titleSize(scale) * scale, std::max(leastName, 0.82 * titleSize(scale) * scale));
}

void CardPainter::paint(const Card& card, const CardLook& look) {
  whole_ = look.whole;
  body(card, look);
  if (card.gradient) corner(card);
  outline(card, look);
  texts(card, look);
  if (look.texts && !card.chips.empty()) chips(card, look);
  if (look.marks && card.mark != Mark::none) badge(card);
}

void CardPainter::body(const Card& card, const CardLook& look) {
  painter_.setPen(Qt::NoPen);
  QColor fill = look.match ? colours_.searchMatch : look.hovered ? colours_.hover : colours_.card;
  QColor edge = card.hasFamilyColour() ? Theme::current().family(card.family) : colours_.dimText;
  if (look.heat) {
    edge = QColor(Theme::heat(*look.heat));
    if (!look.match) fill = edge;
  }
  if (look.placed) {
    edge = placementColour(*look.placed);
    if (!look.match) fill = washed(fill, edge);
  }
  if (look.axis && !look.match && !look.heat) fill = washed(fill, axisColour());
  if (card.group) {  // a second sheet marks a group, a third one equal repeats
    painter_.setPen(QPen(colours_.cardBorder, 1));
    painter_.setBrush(colours_.card);
    if (card.repeats > 1) painter_.drawRoundedRect(card.rect.adjusted(8, 8, 6, 7), radius, radius);
    painter_.drawRoundedRect(card.rect.adjusted(4, 4, 3, 3.5), radius, radius);
    painter_.setPen(Qt::NoPen);
  }
  painter_.setBrush(card.ghost && !look.match ? colours_.canvas : fill);
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
  const bool axis = look.axis && mark == Mark::none;
  const QColor colour = axis ? axisColour() : Theme::current().mark(mark);
  const double pixel = std::max(1.0, 1 / scale_);  // a thinner line would vanish
  QPen pen(colour, (mark == Mark::none && !axis ? 1 : 1.6) * pixel);
  if (mark == Mark::removed) pen.setDashPattern({4, 2.5});
  painter_.setPen(pen);
  painter_.drawRoundedRect(r, radius, radius);
  if (mark == Mark::changed) {
    painter_.setPen(QPen(colour, 1));
    painter_.drawRoundedRect(r.adjusted(-2.8, -2.8, 2.8, 2.8), radius + 2.8, radius + 2.8);
  }
  if (look.selected || look.currentMatch) {
    painter_.setPen(QPen(look.selected ? colours_.selection : colours_.text, 2));
    painter_.drawRoundedRect(r, radius, radius);
  }
}

void CardPainter::texts(const Card& card, const CardLook& look) {
  const QRectF r = card.rect;
  const bool onHeat = look.heat && !look.match;
  const QColor ink = look.match ? colours_.onSearchMatch
                     : onHeat   ? Theme::readableOn(QColor(Theme::heat(*look.heat)))
                                : colours_.text;
  const QColor dim = look.match || onHeat ? ink : colours_.dimText;
  glyph(card, look.match || onHeat || !card.hasFamilyColour()
                  ? ink
                  : Theme::current().family(card.family));
  if (!look.texts) return;
  const double right = r.right() - textRight - (card.gradient ? cornerSize - 6 : 0);
  const double width = right - r.left() - textLeft;
  if (nameOnly_) {
    const double base = r.center().y() + titleMetrics_.capHeight() / 2;
    return write({r.left() + textLeft, base}, width, card.title, titleFont_, ink, leastName_,
                 tellingLength(card));
  }
  write({r.left() + textLeft, r.top() + 17}, width, card.title, titleFont_, ink, leastName_,
        tellingLength(card));
  const double kindWidth = kindMetrics_.horizontalAdvance(card.kind);
  const bool kindFits = titleMetrics_.horizontalAdvance(card.title) + 8 + kindWidth <= width;
  if (!card.kind.isEmpty() && kindFits)
    write({right - kindWidth, r.top() + 17}, kindWidth + 1, card.kind, kindFont_, dim);
  // A group shows its number of ops even if its name leaves no room for the kind.
  const QString detail =
      (card.group || card.foreign) && !kindFits ? card.kind + " · " + card.detail : card.detail;
  if ((look.whole || card.foreign) && !card.group) return writeWhole(r, detail, dim);
  write({r.left() + textLeft, r.top() + 32}, r.width() - textLeft - textRight + 2, detail,
        detailFont_, dim);
}

// A text that is slightly too long gets a smaller font, then narrower letters; a longer one is
// elided before its last `tail` letters, or gets letters as small as needed if it must be whole.
void CardPainter::write(QPointF at, double room, const QString& text, QFont font, const QColor& ink,
                        int least, int tail) {
  QString shown = text;
  double narrower = 1, lower = 1;
  if (const double width = QFontMetricsF(font).horizontalAdvance(text); width > room) {
    const double factor = std::max(room / width, 0.82);
    font.setPixelSize(
        std::max(std::min(least, font.pixelSize()), static_cast<int>(font.pixelSize() * factor)));
    const QFontMetricsF smaller(font);
    narrower = std::clamp(room / smaller.horizontalAdvance(text), narrowest, 1.0);
    if (const double left = smaller.horizontalAdvance(text) * narrower; left > room + 0.01) {
      if (whole_)
        lower = room / left;
      else
        shown = cut(smaller, text, tail, room / narrower);
    }
  }
  painter_.setFont(font);
  painter_.setPen(ink);
  if (narrower == 1) return painter_.drawText(at, shown);
  painter_.save();
  painter_.translate(at);
  painter_.scale(narrower * lower, lower);
  painter_.drawText(QPointF(), shown);
  painter_.restore();
}

// Long axes take two lines below the name, and letters that fit.
void CardPainter::writeWhole(const QRectF& card, const QString& text, const QColor& ink) {
  const double room = card.width() - textLeft - textRight + 2;
  const double width = QFontMetricsF(detailFont_).horizontalAdvance(text);
  const QPointF at(card.left() + textLeft, card.top() + 32);
  if (width * narrowest <= room) return write(at, room, text, detailFont_, ink);
  qsizetype middle = text.size() / 2;
  const qsizetype before = text.lastIndexOf(' ', middle), after = text.indexOf(' ', middle);
  if (before >= 0 || after >= 0)
    middle = after < 0 || (before >= 0 && middle - before < after - middle) ? before : after;
  constexpr double lineHeight = 9;  // two lines fit below the name
  const QStringList lines{text.left(middle), text.mid(middle)};
  for (int i = 0; i < 2; ++i) {
    const double needed = QFontMetricsF(detailFont_).horizontalAdvance(lines[i].trimmed());
    const double smaller = std::min(lineHeight / detailFont_.pixelSize(), room / needed);
    painter_.save();
    painter_.setFont(detailFont_);
    painter_.setPen(ink);
    painter_.translate(at + QPointF(0, i == 0 ? -5 : 4.5));
    painter_.scale(smaller, smaller);
    painter_.drawText(QPointF(), lines[i].trimmed());
    painter_.restore();
  }
}

void CardPainter::glyph(const Card& card, const QColor& ink) {
  const QRectF box(card.rect.left() + stripe + 1, card.rect.top(), glyphWidth, card.rect.height());
  QFont font = glyphFont_;
  const double width = glyphMetrics_.horizontalAdvance(card.glyph);
  if (width > glyphWidth - 2)
    font.setPixelSize(std::max(8, static_cast<int>(font.pixelSize() * (glyphWidth - 2) / width)));
  painter_.setFont(font);
  painter_.setPen(ink);
  painter_.drawText(box, Qt::AlignCenter, card.glyph);
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

QPen CardPainter::chipPen(const Chip& chip, const CardLook& look) const {
  const auto among = [&chip](const OpIds* ops) {
    return ops && std::any_of(chip.ops().begin(), chip.ops().end(),
                              [ops](ItemId op) { return ops->count(op) > 0; });
  };
  const bool highlighted =
      look.ringed && (chip.tells(look.ringed) || (chip.far && chip.source == look.ringed));
  if (highlighted) return QPen(colours_.selection, 2);
  const Mark mark = look.marks ? chip.mark : Mark::none;
  if (mark == Mark::none && among(look.axisOps)) return QPen(axisColour(), 1.6);
  QPen pen(mark == Mark::none ? Theme::current().family(chip.family) : Theme::current().mark(mark),
           mark == Mark::none ? 1 : 1.6);
  if (mark == Mark::removed) pen.setDashPattern({3, 2});
  return pen;
}

// When zoomed out, letters grow up to the size of the chip, then are left out.
void CardPainter::chips(const Card& card, const CardLook& look) {
  for (const Chip& chip : card.chips) {
    if (chip.rect.isEmpty()) continue;
    const bool match =
        look.matches && std::any_of(chip.ops().begin(), chip.ops().end(),
                                    [&](ItemId op) { return look.matches->count(op) > 0; });
    const QColor ground = match                                      ? colours_.searchMatch
                          : look.pointed && chip.tells(look.pointed) ? colours_.hover
                                                                     : colours_.canvas;
    painter_.setPen(chipPen(chip, look));
    painter_.setBrush(
        chip.named() && !match ? washed(ground, Theme::current().family(Family::state)) : ground);
    painter_.drawRoundedRect(chip.rect, chip.rect.height() / 2, chip.rect.height() / 2);
    QFont font = chipFont(chip.named());
    const int size = std::clamp(static_cast<int>(std::ceil(legibleChip / scale_)), font.pixelSize(),
                                largestInChip);
    if (size * scale_ < leastInChip) continue;
    font.setPixelSize(size);
    const QFontMetricsF letters(font);
    const double room = chip.rect.width() - 4;
    const QString& words = look.whole && !chip.whole.isEmpty() ? chip.whole : chip.text;
    const double width = std::min(letters.horizontalAdvance(words), room);
    const QPointF base = chip.rect.center() + QPointF(-width / 2, letters.capHeight() / 2);
    write(base, room, words, font, match ? colours_.onSearchMatch : colours_.text);
  }
}

}  // namespace ng::views
