// SPDX-License-Identifier: Apache-2.0
#include "views/kernels/kernel_highlighter.h"

#include "views/core/theme/theme.h"
#include "views/widgets/code/code_colours.h"

namespace ng::views {

KernelHighlighter::KernelHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
  connect(&Theme::current(), &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void KernelHighlighter::highlightBlock(const QString& text) {
  bool insideComment = previousBlockState() == 1;
  for (const TokenSpan& span : tokenise(Language::cpp, text, insideComment))
    setFormat(span.start, span.length, tokenColour(span.token));
  setCurrentBlockState(insideComment ? 1 : 0);
}

}  // namespace ng::views
