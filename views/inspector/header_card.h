// SPDX-License-Identifier: Apache-2.0
// The card at the top of an op's page: stripe, glyph, name, op; operands → axes; FLOP, bytes,
// arithmetic intensity. The kernel's, pass's and buffer's pages use it with their own words.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/session/record.h"

namespace ng::views {

// A number over its caption.
struct Tile {
  QString value, caption;
};

class HeaderCard : public QWidget {
  Q_OBJECT

 public:
  explicit HeaderCard(QWidget* parent = nullptr);
  void setStripe(int family) { family_ = family; }  // of ng::Family; -1: none
  void setGlyph(const QString& glyph) { glyph_ = glyph; }
  void setTitle(const QString& title, const QString& kind);
  void setSignature(const QString& text);  // mono, up to three lines
  void setTiles(std::vector<Tile> tiles);  // up to four

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  int signatureLines(int width) const;
  bool isTwoLines(int width) const;
  int titleRoom(int width) const;  // pixels from the top
  QString twoLines(const QFontMetrics& font, int room) const;
  void paintTitle(QPainter& painter) const;
  void paintTiles(QPainter& painter, int top) const;

  int family_ = -1;
  QString glyph_, title_, kind_, signature_;
  std::vector<Tile> tiles_;
};

// "(W, X) → N 128"; names of operands come from `graph`, by id where it has none.
QString signatureText(const OpRecord& op, const GraphRecord* graph);
// FLOP, bytes, FLOP/byte of a run.
std::vector<Tile> costTiles(std::int64_t flops, std::int64_t bytes);

}  // namespace ng::views
