// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/code/code_search.h"

#include <QTextBlock>
#include <algorithm>

#include "views/core/theme/theme.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/code/find_bar.h"

namespace ng::views {

CodeSearch::CodeSearch(CodeView* view) : QObject(view), view_(*view), bar_(new FindBar(view)) {
  connect(bar_, &FindBar::textChanged, this, &CodeSearch::setNeedle);
  connect(bar_, &FindBar::next, this, [this] { next(1); });
  connect(bar_, &FindBar::previous, this, [this] { next(-1); });
  connect(bar_, &FindBar::closed, this, [this] {
    setNeedle({});
    view_.setFocus();
  });
}

void CodeSearch::open() {
  place();
  const QString selected = view_.selectedText();
  bar_->open(selected.contains(u'\n') ? QString() : selected);
}

void CodeSearch::place() {
  bar_->placeIn(view_.size());
}

void CodeSearch::find() {
  matches_.clear();
  current_ = -1;
  if (needle_.isEmpty()) return;
  const QString text = view_.toPlainText();
  qsizetype at = text.indexOf(needle_, 0, Qt::CaseInsensitive);
  for (; at >= 0; at = text.indexOf(needle_, at + needle_.size(), Qt::CaseInsensitive))
    matches_.push_back(static_cast<int>(at));
}

void CodeSearch::recount() {
  if (needle_.isEmpty()) return;
  find();
  bar_->setCount(0, matchCount());
  emit changed();
}

void CodeSearch::setNeedle(const QString& needle) {
  needle_ = needle;
  find();
  QTextCursor cursor = view_.textCursor();
  const int line = cursor.blockNumber(), first = view_.firstVisibleLine();
  const bool inSight = line >= first && line < first + view_.visibleLines();
  cursor.setPosition(inSight ? cursor.selectionStart()
                             : view_.document()->findBlockByNumber(first).position());
  if (matches_.empty()) {
    if (inSight) view_.setTextCursor(cursor);
    bar_->setCount(0, 0);
    emit changed();
    return;
  }
  select(firstFrom(cursor.position()) % matchCount());
}

int CodeSearch::firstFrom(int position) const {
  return static_cast<int>(std::lower_bound(matches_.begin(), matches_.end(), position) -
                          matches_.begin());
}

bool CodeSearch::isSelected(int match) const {
  const QTextCursor cursor = view_.textCursor();
  return match >= 0 && match < matchCount() &&
         cursor.selectionStart() == matches_[static_cast<std::size_t>(match)] &&
         cursor.selectionEnd() - cursor.selectionStart() == needle_.size();
}

void CodeSearch::next(int step) {
  const int count = matchCount();
  if (count == 0) return;
  int from = current_;
  if (!isSelected(from)) {  // the cursor was moved
    const QTextCursor cursor = view_.textCursor();
    from = step > 0 ? firstFrom(cursor.selectionEnd()) - 1 : firstFrom(cursor.selectionStart());
  }
  select(((from + step) % count + count) % count);
}

void CodeSearch::select(int match) {
  current_ = match;
  QTextCursor cursor(view_.document());
  const int position = matches_[static_cast<std::size_t>(current_)];
  cursor.setPosition(position);
  cursor.setPosition(position + static_cast<int>(needle_.size()), QTextCursor::KeepAnchor);
  const int line = cursor.blockNumber(), first = view_.firstVisibleLine();
  if (line < first || line >= first + view_.visibleLines()) view_.scrollToLine(line);
  view_.setTextCursor(cursor);
  bar_->setCount(current_ + 1, matchCount());
  emit changed();
}

std::vector<int> CodeSearch::matchLines() const {
  std::vector<int> lines;
  for (const int match : matches_) {
    const int line = view_.document()->findBlock(match).blockNumber();
    if (lines.empty() || lines.back() != line) lines.push_back(line);
  }
  return lines;
}

QList<QTextEdit::ExtraSelection> CodeSearch::marks(int first, int last) const {
  QList<QTextEdit::ExtraSelection> marks;
  const Colours& colours = Theme::current().colours();
  QTextEdit::ExtraSelection mark;
  mark.format.setBackground(colours.searchMatch);
  mark.format.setForeground(colours.onSearchMatch);
  const int start = view_.document()->findBlockByNumber(first).position();
  for (auto match = std::lower_bound(matches_.begin(), matches_.end(), start);
       match != matches_.end(); ++match) {
    mark.cursor = QTextCursor(view_.document());
    mark.cursor.setPosition(*match);
    if (mark.cursor.blockNumber() > last) break;
    mark.cursor.setPosition(*match + static_cast<int>(needle_.size()), QTextCursor::KeepAnchor);
    marks << mark;
  }
  return marks;
}

}  // namespace ng::views
