// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/code/code_highlighter.h"

#include <QTextBlock>
#include <QTextDocument>

#include "views/core/theme/theme.h"
#include "views/widgets/code/code_colours.h"

namespace ng::views {
namespace {

// A block's state: the LineState at its end, and whether the block is formatted.
constexpr int formatted = 1 << 8;

LineState lineState(int blockState) {
  return blockState < 0 ? LineState::code : static_cast<LineState>(blockState & (formatted - 1));
}

bool isFormatted(int blockState) {
  return blockState >= 0 && (blockState & formatted) != 0;
}

}  // namespace

CodeHighlighter::CodeHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
  connect(&Theme::current(), &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void CodeHighlighter::setLanguage(Language language) {
  if (language == language_) return;
  language_ = language;
  rehighlight();
}

void CodeHighlighter::showLines(int first, int last) {
  first_ = first;
  last_ = last;
  QTextBlock block = document()->findBlockByNumber(first);
  for (; block.isValid() && block.blockNumber() <= last; block = block.next())
    if (!isFormatted(block.userState())) rehighlightBlock(block);
}

LineState CodeHighlighter::stateBefore(const QTextBlock& block) {
  return lineState(block.previous().userState());
}

void CodeHighlighter::highlightBlock(const QString& text) {
  LineState state = lineState(previousBlockState());
  const int line = currentBlock().blockNumber();
  const bool shown = (line >= first_ && line <= last_) || isFormatted(currentBlockState());
  if (shown || state != LineState::code || mayOpen(language_, text)) {
    for (const TokenSpan& span : tokenise(language_, text, state))
      if (shown && span.token != Token::plain)
        setFormat(span.start, span.length, tokenColour(span.token));
  }
  setCurrentBlockState(static_cast<int>(state) | (shown ? formatted : 0));
}

}  // namespace ng::views
