// SPDX-License-Identifier: Apache-2.0
// The colour of each kind of token.
#include "views/widgets/code_colours.h"

#include <QPainter>

#include "views/core/theme.h"

namespace ng::views {

QColor tokenColour(Token token) {
  const Colours& colours = Theme::current().colours();
  switch (token) {
    case Token::keyword:
      return colours.codeKeyword;
    case Token::type:
      return colours.codeType;
    case Token::number:
      return colours.codeNumber;
    case Token::string:
      return colours.codeString;
    case Token::comment:
      return colours.codeComment;
    case Token::name:
      return colours.codeFunction;
    case Token::reference:
      return colours.codeType;
    case Token::directive:
      return colours.codeComment;
    case Token::plain:
      break;
  }
  return colours.text;
}

QFont codeFont() {
  QFont font = Theme::current().monoFont();
  font.setLetterSpacing(QFont::AbsoluteSpacing, 1.0 / 64);  // any spacing switches ligatures off
  return font;
}

void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               const std::vector<TokenSpan>& tokens) {
  const double right = painter.hasClipping() ? painter.clipBoundingRect().right() : 1e9;
  for (const TokenSpan& span : tokens) {
    const double x = baseline.x() + span.start * charWidth;
    if (x > right) break;
    if (x + span.length * charWidth < 0) continue;
    painter.setPen(tokenColour(span.token));
    painter.drawText(QPointF(x, baseline.y()), line.mid(span.start, span.length).toString());
  }
}

void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               Language language) {
  bool insideComment = false;
  paintCode(painter, baseline, charWidth, line, tokenise(language, line, insideComment));
}

}  // namespace ng::views
