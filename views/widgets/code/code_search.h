// SPDX-License-Identifier: Apache-2.0
// Search in a CodeView: the find bar, the hits, and the step from hit to hit. Ignores case.
#pragma once

#include <QObject>
#include <QTextEdit>
#include <vector>

namespace ng::views {

class CodeView;
class FindBar;

class CodeSearch : public QObject {
  Q_OBJECT

 public:
  explicit CodeSearch(CodeView* view);

  void open();   // the find bar, with the selected text
  void place();  // keeps the find bar in its corner
  // Selects the first hit from the cursor on, or from the first visible line if the cursor is out
  // of sight.
  void setNeedle(const QString& needle);
  void next(int step);
  void recount();  // after the text has changed

  int hitCount() const { return static_cast<int>(hits_.size()); }
  std::vector<int> hitLines() const;  // 0-based, ascending
  // Marks for the hits of the lines [first, last].
  QList<QTextEdit::ExtraSelection> marks(int first, int last) const;

 signals:
  void changed();

 private:
  void find();
  int firstFrom(int position) const;  // index of the first hit at or after the position
  bool isSelected(int hit) const;
  void select(int hit);

  CodeView& view_;
  FindBar* bar_;
  QString needle_;
  std::vector<int> hits_;  // positions in the text
  int current_ = -1;       // index of the last selected hit; -1: none since the last search
};

}  // namespace ng::views
