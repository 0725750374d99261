// SPDX-License-Identifier: Apache-2.0
// Key handling and search of the code editor. Completion is in code_completion.cpp.
#include "views/script/code_editor.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QStringListModel>
#include <QTextBlock>

#include "views/core/theme/theme.h"
#include "views/script/highlighters.h"
#include "views/widgets/code/find_bar.h"

namespace ng::views {

namespace {

constexpr int indentWidth = 4;

int indentationOf(const QString& line) {
  int count = 0;
  while (count < line.size() && line[count] == u' ') ++count;
  return count;
}

}  // namespace

CodeEditor::CodeEditor(QWidget* parent)
    : NumberedEdit(parent),
      findBar_(new FindBar(this)),
      completer_(new QCompleter(this)),
      offered_(new QStringListModel(this)) {
  setObjectName("codeEditor");
  new PythonHighlighter(document());
  completer_->setModel(offered_);
  completer_->setWidget(this);
  completer_->setCompletionMode(QCompleter::PopupCompletion);
  connect(completer_, QOverload<const QString&>::of(&QCompleter::activated), this,
          &CodeEditor::insertCompletion);
  connect(findBar_, &FindBar::textChanged, this, &CodeEditor::setNeedle);
  connect(findBar_, &FindBar::next, this, [this] { findNext(1); });
  connect(findBar_, &FindBar::previous, this, [this] { findNext(-1); });
  connect(findBar_, &FindBar::closed, this, [this] {
    setNeedle({});
    setFocus();
  });
}

void CodeEditor::addMarks(QList<QTextEdit::ExtraSelection>& marks) const {
  if (needle_.isEmpty()) return;
  const Colours& colours = Theme::current().colours();
  QTextEdit::ExtraSelection hit;
  hit.format.setBackground(colours.searchHit);
  hit.format.setForeground(colours.onSearchHit);
  for (hit.cursor = document()->find(needle_); !hit.cursor.isNull() && marks.size() < 2000;
       hit.cursor = document()->find(needle_, hit.cursor))
    marks << hit;
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
  NumberedEdit::resizeEvent(event);
  findBar_->placeIn(size());
}

// ---- keys -----------------------------------------------------------------------------------

void CodeEditor::keyPressEvent(QKeyEvent* event) {
  if (completer_->popup()->isVisible()) {
    switch (event->key()) {
      case Qt::Key_Return:
      case Qt::Key_Enter:
      case Qt::Key_Tab:
      case Qt::Key_Escape:
        return event->ignore();  // handled by the popup
      default:
        break;
    }
  }
  if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) return complete();
  if (indent(event)) return;
  NumberedEdit::keyPressEvent(event);
  const QString typed = event->text();
  const bool wordy = !typed.isEmpty() && (typed[0].isLetterOrNumber() || typed[0] == u'_');
  const bool shorter = completer_->popup()->isVisible() && event->key() == Qt::Key_Backspace;
  if (wordy || typed == "." || shorter) {
    QString qualifier;
    const QString word = wordBefore(qualifier);
    if (word.size() >= 2 || (!qualifier.isEmpty() && (typed == "." || !word.isEmpty())))
      return complete();
  }
  completer_->popup()->hide();
}

bool CodeEditor::indent(QKeyEvent* event) {
  const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
  QTextCursor cursor = textCursor();
  if (event->key() == Qt::Key_Tab && plain) {
    if (!cursor.hasSelection()) {
      const int column = cursor.positionInBlock();
      cursor.insertText(QString(indentWidth - column % indentWidth, u' '));
    } else {
      changeLines([](QTextCursor& at) {
        if (!at.block().text().isEmpty()) at.insertText(QString(indentWidth, u' '));
      });
    }
    return true;
  }
  if (event->key() == Qt::Key_Backtab) {
    changeLines([](QTextCursor& at) {
      const int most = std::min(indentWidth, indentationOf(at.block().text()));
      for (int i = 0; i < most; ++i) at.deleteChar();
    });
    return true;
  }
  if (event->key() == Qt::Key_Backspace && event->modifiers() == Qt::NoModifier) {
    const int column = cursor.positionInBlock();
    const bool inIndent = column > 0 && indentationOf(cursor.block().text()) >= column;
    if (cursor.hasSelection() || !inIndent) return false;
    const int step = (column - 1) % indentWidth + 1;
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, step);
    cursor.removeSelectedText();
    return true;
  }
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && plain) newLine();
  return enter && plain;
}

// Keeps the indentation; increases it after a colon, decreases it after return, pass, break,
// continue and raise.
void CodeEditor::newLine() {
  QTextCursor cursor = textCursor();
  const QString before = cursor.block().text().left(cursor.positionInBlock());
  int depth = std::min<int>(indentationOf(cursor.block().text()), static_cast<int>(before.size()));
  const QString code = before.section(u'#', 0, 0).trimmed();
  if (code.endsWith(u':')) depth += indentWidth;
  const QString first = code.section(u' ', 0, 0);
  if (first == "return" || first == "pass" || first == "break" || first == "continue" ||
      first == "raise")
    depth = std::max(0, depth - indentWidth);
  cursor.insertText("\n" + QString(depth, u' '));
  setTextCursor(cursor);
  ensureCursorVisible();
}

void CodeEditor::changeLines(const std::function<void(QTextCursor&)>& change) {
  const QTextCursor selected = textCursor();
  QTextBlock block = document()->findBlock(selected.selectionStart());
  QTextBlock last = document()->findBlock(selected.selectionEnd());
  const bool ownLine = selected.selectionEnd() > last.position() || last == block;
  QTextCursor editing(document());
  editing.beginEditBlock();
  for (; block.isValid(); block = block.next()) {
    if (block == last && !ownLine) break;
    editing.setPosition(block.position());
    change(editing);
    if (block == last) break;
  }
  editing.endEditBlock();
}

void CodeEditor::toggleComments() {
  bool all = true;
  changeLines([&all](QTextCursor& at) {
    const QString text = at.block().text().trimmed();
    if (!text.isEmpty() && !text.startsWith(u'#')) all = false;
  });
  changeLines([all](QTextCursor& at) {
    const QString text = at.block().text();
    if (text.trimmed().isEmpty()) return;
    at.setPosition(at.position() + indentationOf(text));
    if (!all) return at.insertText("# ");
    at.deleteChar();
    if (at.block().text().mid(at.positionInBlock()).startsWith(u' ')) at.deleteChar();
  });
}

// ---- search ---------------------------------------------------------------------------------

void CodeEditor::openFind() {
  findBar_->placeIn(size());
  const QString selected = textCursor().selectedText();
  findBar_->open(selected.contains(QChar::ParagraphSeparator) ? QString() : selected);
}

void CodeEditor::setNeedle(const QString& needle) {
  needle_ = needle;
  QTextCursor cursor = textCursor();
  cursor.setPosition(cursor.selectionStart());
  setTextCursor(cursor);
  findNext(1);
}

void CodeEditor::findNext(int step) {
  mark();
  if (needle_.isEmpty()) return findBar_->setCount(0, 0);
  const auto flags = step < 0 ? QTextDocument::FindBackward : QTextDocument::FindFlags();
  QTextCursor hit = document()->find(needle_, textCursor(), flags);
  if (hit.isNull()) {  // wrap around
    QTextCursor from(document());
    if (step < 0) from.movePosition(QTextCursor::End);
    hit = document()->find(needle_, from, flags);
  }
  int hits = 0, at = 0;
  for (QTextCursor each = document()->find(needle_); !each.isNull() && hits < 9999;
       each = document()->find(needle_, each)) {
    ++hits;
    if (!hit.isNull() && each.selectionStart() == hit.selectionStart()) at = hits;
  }
  if (!hit.isNull()) setTextCursor(hit);
  findBar_->setCount(at, hits);
}

}  // namespace ng::views
