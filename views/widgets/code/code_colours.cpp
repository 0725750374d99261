// SPDX-License-Identifier: Apache-2.0
// The colour of each kind of token.
#include "views/widgets/code/code_colours.h"

#include <QGlyphRun>
#include <QPainter>
#include <QRawFont>

#include "views/core/theme/theme.h"

namespace ng::views {

QColor tokenColour(Token token) {
  const Colours& colours = Theme::current().colours();
  switch (token) {
    case Token::keyword: return colours.codeKeyword;
    case Token::type: return colours.codeType;
    case Token::number: return colours.codeNumber;
    case Token::string: return colours.codeString;
    case Token::comment: return colours.codeComment;
    case Token::name: return colours.codeFunction;
    case Token::reference: return colours.codeType;
    case Token::directive: return colours.codeComment;
    case Token::plain: break;
  }
  return colours.text;
}

namespace {

// Paints `text` with each character at its own column: no ligatures, and glyphs from fallback fonts
// do not shift the rest.
void paintColumns(QPainter& painter, QPointF baseline, double charWidth, QStringView text) {
  static QRawFont glyphs;
  static QFont glyphsOf;
  if (!glyphs.isValid() || glyphsOf != painter.font()) {
    glyphsOf = painter.font();
    glyphs = QRawFont::fromFont(glyphsOf);
  }
  const QString copy = text.toString();
  const QList<quint32> indexes = glyphs.glyphIndexesForString(copy);
  if (indexes.size() != copy.size()) return painter.drawText(baseline, copy);  // surrogate pairs
  QList<quint32> known;
  QList<QPointF> places;
  for (qsizetype i = 0; i < indexes.size(); ++i) {
    const QPointF place(static_cast<double>(i) * charWidth, 0);
    if (indexes[i] == 0) {
      painter.drawText(baseline + place, QString(copy[i]));
    } else if (copy[i] != u' ') {
      known << indexes[i];
      places << place;
    }
  }
  QGlyphRun run;
  run.setRawFont(glyphs);
  run.setGlyphIndexes(known);
  run.setPositions(places);
  painter.drawGlyphRun(baseline, run);
}

}  // namespace

void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               Language language) {
  LineState state = LineState::code;
  const double right = painter.hasClipping() ? painter.clipBoundingRect().right() : 1e9;
  for (const TokenSpan& span : tokenise(language, line, state)) {
    const double x = baseline.x() + span.start * charWidth;
    if (x > right) break;
    if (x + span.length * charWidth < 0) continue;
    painter.setPen(tokenColour(span.token));
    paintColumns(painter, QPointF(x, baseline.y()), charWidth, line.mid(span.start, span.length));
  }
}

}  // namespace ng::views
