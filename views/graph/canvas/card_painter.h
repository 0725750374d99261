// SPDX-License-Identifier: Apache-2.0
// Paints one card: stripe, glyph, name, op, axes, ∂ corner, outline, mark, ring.
#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <optional>

#include "views/graph/scene/scene.h"

namespace ng::views {

// Colour of the highlighted axis.
inline QColor axisColour() {
  return Theme::current().series(4);
}

// Colour of the placement with this number.
inline QColor placementColour(int number) {
  return Theme::current().series(number);
}

struct CardLook {
  bool selected = false, hovered = false, match = false, currentMatch = false;
  std::optional<float> heat;  // 0..1 tints stripe and body with the heat map
  std::optional<int> placed;  // tints stripe and body with the colour of a placement
  bool axis = false;          // has the highlighted axis
  bool texts = true;          // false: glyph only
  bool marks = true;
  bool whole = false;              // no text is elided, however small its letters become
  const OpIds* axisOps = nullptr;  // ops with the highlighted axis; null: none is highlighted
  ItemId ringed = 0;               // the op or source whose chip has the selection ring
  const OpIds* matches = nullptr;  // ops whose chips the search found; null: none
  ItemId pointed = 0;              // … and the op whose chip is under the cursor
};

// Font of the chips on a card's border: names of sources, or numbers.
QFont chipFont(bool names);

class CardPainter {
 public:
  // `scale`: pixels per scene unit. When zoomed out, the name's font grows within the card to stay
  // legible.
  CardPainter(QPainter& painter, double scale);
  void paint(const Card& card, const CardLook& look);
  // The font height of the smallest name on the screen, in pixels.
  static double namePixels(double scale);

 private:
  void body(const Card& card, const CardLook& look);
  void outline(const Card& card, const CardLook& look);
  void texts(const Card& card, const CardLook& look);
  void glyph(const Card& card, const QColor& ink);
  void write(QPointF at, double room, const QString& text, QFont font, const QColor& ink,
             int least = 9, int tail = 0);
  void writeWhole(const QRectF& card, const QString& text, const QColor& ink);
  void corner(const Card& card);
  void badge(const Card& card);
  void chips(const Card& card, const CardLook& look);
  QPen chipPen(const Chip& chip, const CardLook& look) const;

  QPainter& painter_;
  const Colours& colours_;
  double scale_;
  bool whole_ = false;
  int leastName_;  // in scene units
  bool nameOnly_;
  QFont glyphFont_, titleFont_, kindFont_, detailFont_, badgeFont_;
  QFontMetricsF glyphMetrics_, titleMetrics_, kindMetrics_;
};

}  // namespace ng::views
