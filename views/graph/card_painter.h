// SPDX-License-Identifier: Apache-2.0
// Paints one card: stripe, glyph, name, op, axes, ∂ corner, outline, mark, ring.
#pragma once

#include <QFontMetricsF>
#include <QPainter>

#include "views/graph/scene.h"

namespace ng::views {

// Of the axis that is coloured through the graph.
inline QColor axisColour() {
  return Theme::current().series(4);
}

struct CardLook {
  bool selected = false, hovered = false, hit = false, currentHit = false;
  float heat = -1;    // 0..1 colours the stripe and a wash of the body by the heat map
  bool axis = false;  // has the axis that is coloured through the graph
  bool texts = true;  // false: glyph only
  bool marks = true;
  const OpKeys* axisOps = nullptr;  // which have that axis; null: none is coloured
  ItemId ringed = 0;                // what the ringed chips stand for
  const OpKeys* hits = nullptr;     // ops whose chips the search found; null: none
  ItemId pointed = 0;               // … and the one whose chip is under the cursor
};

// Of what stands on a card's border: numbers, or names of sources.
QFont chipFont(bool names);

class CardPainter {
 public:
  // At `scale` pixels a unit: from farther away the name grows within the card, so that it stays
  // legible as long as it can.
  CardPainter(QPainter& painter, double scale);
  void paint(const Card& card, const CardLook& look);
  // The height of the smallest name's font on the screen, in pixels.
  static double namePixels(double scale);

 private:
  void body(const Card& card, const CardLook& look);
  void outline(const Card& card, const CardLook& look);
  void texts(const Card& card, const CardLook& look);
  void glyph(const Card& card, const QColor& ink);
  void write(QPointF at, double room, const QString& text, QFont font, const QColor& ink,
             int least = 9, int tail = 0);
  void corner(const Card& card);
  void badge(const Card& card);
  void chips(const Card& card, const CardLook& look);
  QPen chipPen(const Chip& chip, const CardLook& look) const;

  QPainter& painter_;
  const Colours& colours_;
  double scale_;
  int leastName_;  // in scene units
  bool nameOnly_;
  QFont glyphFont_, titleFont_, kindFont_, detailFont_, badgeFont_;
  QFontMetricsF glyphMetrics_, titleMetrics_, kindMetrics_;
};

}  // namespace ng::views
