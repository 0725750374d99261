// SPDX-License-Identifier: Apache-2.0
// Search in a CodeView: the find bar, the matches, and the step from match to match. Ignores case.
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
  // Selects the first match from the cursor on, or from the first visible line if the cursor is out
  // of sight.
  void setNeedle(const QString& needle);
  void next(int step);
  void recount();  // after the text has changed

  int matchCount() const { return static_cast<int>(matches_.size()); }
  std::vector<int> matchLines() const;  // 0-based, ascending
  // Marks for the matches of the lines [first, last].
  QList<QTextEdit::ExtraSelection> marks(int first, int last) const;

 signals:
  void changed();

 private:
  void find();
  int firstFrom(int position) const;  // index of the first match at or after the position
  bool isSelected(int match) const;
  void select(int match);

  CodeView& view_;
  FindBar* bar_;
  QString needle_;
  std::vector<int> matches_;  // positions in the text
  int current_ = -1;          // index of the last selected match; -1: none since the last search
};

}  // namespace ng::views
