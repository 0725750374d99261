// SPDX-License-Identifier: Apache-2.0
// C++ in a document that is being edited, in the colours of the code panes.
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
