// SPDX-License-Identifier: Apache-2.0
// Header card of an op: family stripe, glyph, name and op; operands → axes; FLOP, bytes and
// arithmetic intensity. The pages of kernels, passes and buffers use it with other texts.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "engine/graph/family.h"
#include "engine/records/records.h"

namespace ng::views {

// A number above its caption.
struct Tile {
  QString value, caption;
};

class HeaderCard : public QWidget {
  Q_OBJECT

 public:
  explicit HeaderCard(QWidget* parent = nullptr);
  void setStripe(Family family) { family_ = family; }
  void setGlyph(const QString& glyph) { glyph_ = glyph; }
  void setTitle(const QString& title, const QString& kind);
  void setSignature(const QString& text);  // monospaced, up to three lines
  void setTiles(std::vector<Tile> tiles);  // up to four

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  int signatureLines(int width) const;
  bool isTwoLines(int width) const;
  int titleRoom(int width) const;  // height of the title, in pixels
  QString twoLines(const QFontMetrics& font, int room) const;
  void paintTitle(QPainter& painter) const;
  std::vector<int> tileWidths() const;
  void paintTiles(QPainter& painter, int top) const;

  std::optional<Family> family_;
  QString glyph_, title_, kind_, signature_;
  std::vector<Tile> tiles_;
};

// E.g. "(W, X) → N 128"; operand names come from `graph`, or are ids if it is null.
QString signatureText(const OpRecord& op, const GraphRecord* graph);
// Tiles for FLOP, bytes and FLOP/byte of one run.
std::vector<Tile> costTiles(std::int64_t flops, std::int64_t bytes);

}  // namespace ng::views
