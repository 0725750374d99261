// SPDX-License-Identifier: Apache-2.0
// Highlighter of program output. Follows the theme.
#pragma once

#include <QSyntaxHighlighter>

namespace ng::views {

// Colours tracebacks as errors, with file locations as links.
class OutputHighlighter : public QSyntaxHighlighter {
  Q_OBJECT

 public:
  explicit OutputHighlighter(QTextDocument* document);

 protected:
  void highlightBlock(const QString& text) override;
};

}  // namespace ng::views
