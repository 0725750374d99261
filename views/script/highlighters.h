// SPDX-License-Identifier: Apache-2.0
// Highlighters of the script view for Python code and program output. Both follow the theme.
#pragma once

#include <QSyntaxHighlighter>

namespace ng::views {

class PythonHighlighter : public QSyntaxHighlighter {
  Q_OBJECT

 public:
  explicit PythonHighlighter(QTextDocument* document);

 protected:
  void highlightBlock(const QString& text) override;
};

// Colours tracebacks as errors, with file locations as links.
class OutputHighlighter : public QSyntaxHighlighter {
  Q_OBJECT

 public:
  explicit OutputHighlighter(QTextDocument* document);

 protected:
  void highlightBlock(const QString& text) override;
};

}  // namespace ng::views
