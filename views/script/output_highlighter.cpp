// SPDX-License-Identifier: Apache-2.0
#include "views/script/output_highlighter.h"

#include "views/core/theme/theme.h"
#include "views/script/traceback.h"

namespace ng::views {

OutputHighlighter::OutputHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
  connect(&Theme::current(), &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void OutputHighlighter::highlightBlock(const QString& text) {
  const Colours& colours = Theme::current().colours();
  const bool inside = previousBlockState() == 1;
  const bool here = inside || beginsTraceback(text);
  setCurrentBlockState(here && !(inside && endsTraceback(text)) ? 1 : 0);
  if (!here) return;
  QTextCharFormat format;
  format.setForeground(colours.error);
  setFormat(0, static_cast<int>(text.size()), format);
  if (const auto place = placeIn(text)) {
    format.setForeground(colours.selection);
    format.setFontUnderline(true);
    setFormat(place->start, place->length, format);
  }
}

}  // namespace ng::views
