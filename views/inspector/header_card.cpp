// SPDX-License-Identifier: Apache-2.0
// Header card of an inspector page.
#include "views/inspector/header_card.h"

#include <QPainter>
#include <algorithm>
#include <numeric>

#include "engine/records/graph_record.h"
#include "engine/records/operand_name.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"
#include "views/widgets/op_row.h"

namespace ng::views {
namespace {

constexpr int margin = 2 * metrics::grid, titleHeight = 40, titleLine = 20, signatureLine = 16,
              tilesHeight = 44;

QFont bold() {
  QFont font = Theme::current().titleFont();
  font.setPixelSize(15);
  return font;
}

}  // namespace

HeaderCard::HeaderCard(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void HeaderCard::setTitle(const QString& title, const QString& kind) {
  title_ = title;
  kind_ = kind;
  setAccessibleName(title + ", " + kind);
}

void HeaderCard::setSignature(const QString& text) {
  signature_ = text;
  setToolTip(text);
  updateGeometry();
}

void HeaderCard::setTiles(std::vector<Tile> tiles) {
  tiles_ = std::move(tiles);
  updateGeometry();
}

int HeaderCard::signatureLines(int width) const {
  if (signature_.isEmpty()) return 0;
  const QFontMetrics fonts(Theme::current().monoFont());
  const QRect room(0, 0, std::max(80, width - 2 * margin), 1000);
  const int high = fonts.boundingRect(room, Qt::TextWordWrap, signature_).height();
  return qBound(1, (high + signatureLine - 1) / signatureLine, 3);
}

// A long title of several words wraps to a second line and hides the kind; a single word is elided
// in the middle.
bool HeaderCard::isTwoLines(int width) const {
  const int room = width - 2 * margin;
  return glyph_.isEmpty() && title_.contains(u' ') &&
         QFontMetrics(bold()).horizontalAdvance(title_) > room;
}

int HeaderCard::titleRoom(int width) const {
  return titleHeight + (isTwoLines(width) ? titleLine : 0);
}

QSize HeaderCard::sizeHint() const {
  const int lines = signatureLines(width());
  return {320, titleRoom(width()) + lines * signatureLine + (lines ? metrics::grid : 0) +
                   (tiles_.empty() ? 0 : tilesHeight)};
}

void HeaderCard::resizeEvent(QResizeEvent*) {
  updateGeometry();
}

void HeaderCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintTitle(painter);
  const int lines = signatureLines(width());
  painter.setFont(Theme::current().monoFont());
  painter.setPen(Theme::current().colours().text);
  const int top = titleRoom(width());
  const QRect words(margin, top, width() - 2 * margin, lines * signatureLine);
  painter.drawText(words, Qt::AlignLeft | Qt::TextWordWrap, signature_);
  if (!tiles_.empty()) {
    paintTiles(painter, top + lines * signatureLine + (lines ? metrics::grid : 0));
  }
}

void HeaderCard::paintTitle(QPainter& painter) const {
  const Theme& theme = Theme::current();
  int left = margin;
  if (family_) {
    const QRectF stripe(0, metrics::grid, metrics::familyStripe, titleHeight - 2 * metrics::grid);
    painter.fillRect(stripe, theme.family(*family_));
  }
  QFont glyph = theme.uiFont();
  glyph.setPixelSize(18);
  painter.setPen(theme.colours().text);
  if (!glyph_.isEmpty()) {
    painter.setFont(glyph);
    const int wide = std::max(20, painter.fontMetrics().horizontalAdvance(glyph_));
    painter.drawText(QRect(left, 0, wide, titleHeight), Qt::AlignCenter, glyph_);
    left += wide + metrics::grid;
  }
  if (isTwoLines(width())) {
    painter.setFont(bold());
    const QRect room(left, 0, width() - margin - left, titleRoom(width()));
    return painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                            twoLines(painter.fontMetrics(), room.width()));
  }
  // A long title hides the kind.
  const int wanted = QFontMetrics(bold()).horizontalAdvance(title_) + metrics::grid;
  painter.setFont(theme.captionFont());
  int kindWidth = painter.fontMetrics().horizontalAdvance(kind_) + 2;
  if (left + wanted + kindWidth + margin > width()) kindWidth = 0;
  painter.setPen(theme.colours().dimText);
  painter.drawText(QRect(width() - margin - kindWidth, 0, kindWidth, titleHeight),
                   Qt::AlignRight | Qt::AlignVCenter, kind_);
  painter.setFont(bold());
  painter.setPen(theme.colours().text);
  const int room = width() - margin - kindWidth - metrics::grid - left;
  painter.drawText(QRect(left, 0, room, titleHeight), Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(title_, Qt::ElideMiddle, room));
}

// As many words of the title as fit into two lines.
QString HeaderCard::twoLines(const QFontMetrics& font, int room) const {
  QString text = title_;
  const auto high = [&](const QString& words) {
    return font.boundingRect(QRect(0, 0, room, 1000), Qt::TextWordWrap, words).height();
  };
  while (high(text) > 2 * font.lineSpacing() && text.contains(u' '))
    text = text.left(text.lastIndexOf(u' ')) + QChar(0x2026);
  return text;
}

// Equal widths or, if a number needs more, its own width and an equal share of the rest.
std::vector<int> HeaderCard::tileWidths() const {
  const QFontMetrics values(Theme::current().monoFont()), captions(Theme::current().captionFont());
  const int room = width() - 2 * margin, count = static_cast<int>(tiles_.size());
  std::vector<int> widths;
  for (const Tile& tile : tiles_)
    widths.push_back(metrics::grid + std::max(values.horizontalAdvance(tile.value),
                                              captions.horizontalAdvance(tile.caption)));
  const int rest = room - std::accumulate(widths.begin(), widths.end(), 0);
  if (rest < 0 || *std::max_element(widths.begin(), widths.end()) <= room / count)
    return std::vector<int>(tiles_.size(), room / count);
  for (int& width : widths) width += rest / count;
  return widths;
}

void HeaderCard::paintTiles(QPainter& painter, int top) const {
  const Theme& theme = Theme::current();
  const std::vector<int> widths = tileWidths();
  QRect box(margin, top, 0, tilesHeight);
  const auto draw = [&](const QRect& line, const QFont& font, const QColor& ink,
                        const QString& text) {
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignTop,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, line.width()));
  };
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    box.setWidth(widths[i] - metrics::grid);
    draw(box, theme.monoFont(), theme.colours().text, tiles_[i].value);
    draw(box.adjusted(0, 17, 0, 0), theme.captionFont(), theme.colours().dimText,
         tiles_[i].caption);
    box.moveLeft(box.left() + widths[i]);
  }
}

QString signatureText(const OpRecord& op, const GraphRecord* graph) {
  QStringList operands;
  for (const OperandRecord& operand : op.operands) {
    const OpRecord* producer = graph ? graph->find(operand.op) : nullptr;
    operands << (producer ? QString::fromStdString(operand_name(*graph, operand))
                          : u'%' + QString::number(operand.op));
  }
  const QString axes = resultText(op);
  if (operands.isEmpty()) return axes;
  return u'(' + operands.join(QStringLiteral(", ")) + QStringLiteral(") → ") + axes;
}

std::vector<Tile> costTiles(std::int64_t flops, std::int64_t bytes) {
  std::vector<Tile> tiles{{countText(flops), QStringLiteral("FLOP")},
                          {countText(bytes), QStringLiteral("bytes")}};
  const double intensity = bytes > 0 ? static_cast<double>(flops) / static_cast<double>(bytes) : 0;
  tiles.push_back({ratioText(intensity), QStringLiteral("FLOP/byte")});
  return tiles;
}

}  // namespace ng::views
