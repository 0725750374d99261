// SPDX-License-Identifier: Apache-2.0
// Colours for the two texts of the script view: Python, and what it prints. Both follow the theme.
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

// Tracebacks in the colour of errors, their places as links.
class OutputHighlighter : public QSyntaxHighlighter {
  Q_OBJECT

 public:
  explicit OutputHighlighter(QTextDocument* document);

 protected:
  void highlightBlock(const QString& text) override;
};

}  // namespace ng::views
