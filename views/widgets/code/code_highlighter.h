// SPDX-License-Identifier: Apache-2.0
// Syntax highlighting of a document, in the colours of the theme. Formats only the lines that were
// shown, so that the cost of a long text is that of its visible part.
#pragma once

#include <QSyntaxHighlighter>

#include "views/widgets/code/syntax.h"

namespace ng::views {

class CodeHighlighter : public QSyntaxHighlighter {
  Q_OBJECT

 public:
  explicit CodeHighlighter(QTextDocument* document);
  void setLanguage(Language language);
  void showLines(int first, int last);  // 0-based, inclusive

  // What is open at the start of the block.
  static LineState stateBefore(const QTextBlock& block);

 protected:
  void highlightBlock(const QString& text) override;

 private:
  Language language_ = Language::plain;
  int first_ = 0, last_ = -1;
};

}  // namespace ng::views
