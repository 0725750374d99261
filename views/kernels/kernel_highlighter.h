// SPDX-License-Identifier: Apache-2.0
// Syntax highlighting of C++ in an editor, in the colours of the code panes.
#pragma once

#include <QSyntaxHighlighter>

namespace ng::views {

class KernelHighlighter : public QSyntaxHighlighter {
 public:
  explicit KernelHighlighter(QTextDocument* document);

 protected:
  void highlightBlock(const QString& text) override;
};

}  // namespace ng::views
