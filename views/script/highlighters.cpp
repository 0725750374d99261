// SPDX-License-Identifier: Apache-2.0
// Formats a line from its tokens.
#include "views/script/highlighters.h"

#include "views/core/theme/theme.h"
#include "views/script/python_tokens.h"
#include "views/script/traceback.h"
#include "views/widgets/code/code_colours.h"

namespace ng::views {

PythonHighlighter::PythonHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
  connect(&Theme::current(), &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void PythonHighlighter::highlightBlock(const QString& text) {
  auto state = static_cast<PythonState>(std::max(0, previousBlockState()));
  for (const TokenSpan& span : tokenisePython(text, state))
    setFormat(span.start, span.length, tokenColour(span.token));
  setCurrentBlockState(static_cast<int>(state));
}

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
