// SPDX-License-Identifier: Apache-2.0
#include "views/script/python_indent.h"

#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <algorithm>
#include <functional>

namespace ng::views {

namespace {

constexpr int indentWidth = 4;

int indentationOf(const QString& line) {
  int count = 0;
  while (count < line.size() && line[count] == u' ') ++count;
  return count;
}

// Keeps the indentation; increases it after a colon, decreases it after return, pass, break,
// continue and raise.
void newLine(QPlainTextEdit& edit) {
  QTextCursor cursor = edit.textCursor();
  const QString before = cursor.block().text().left(cursor.positionInBlock());
  int depth = std::min<int>(indentationOf(cursor.block().text()), static_cast<int>(before.size()));
  const QString code = before.section(u'#', 0, 0).trimmed();
  if (code.endsWith(u':')) depth += indentWidth;
  const QString first = code.section(u' ', 0, 0);
  if (first == "return" || first == "pass" || first == "break" || first == "continue" ||
      first == "raise")
    depth = std::max(0, depth - indentWidth);
  cursor.insertText("\n" + QString(depth, u' '));
  edit.setTextCursor(cursor);
  edit.ensureCursorVisible();
}

// Applies `change` to each selected line.
void changeLines(QPlainTextEdit& edit, const std::function<void(QTextCursor&)>& change) {
  const QTextCursor selected = edit.textCursor();
  QTextBlock block = edit.document()->findBlock(selected.selectionStart());
  QTextBlock last = edit.document()->findBlock(selected.selectionEnd());
  const bool ownLine = selected.selectionEnd() > last.position() || last == block;
  QTextCursor editing(edit.document());
  editing.beginEditBlock();
  for (; block.isValid(); block = block.next()) {
    if (block == last && !ownLine) break;
    editing.setPosition(block.position());
    change(editing);
    if (block == last) break;
  }
  editing.endEditBlock();
}

}  // namespace

bool indentKey(QPlainTextEdit& edit, const QKeyEvent& event) {
  const bool plain = !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier));
  QTextCursor cursor = edit.textCursor();
  if (event.key() == Qt::Key_Tab && plain) {
    if (!cursor.hasSelection()) {
      const int column = cursor.positionInBlock();
      cursor.insertText(QString(indentWidth - column % indentWidth, u' '));
    } else {
      changeLines(edit, [](QTextCursor& at) {
        if (!at.block().text().isEmpty()) at.insertText(QString(indentWidth, u' '));
      });
    }
    return true;
  }
  if (event.key() == Qt::Key_Backtab) {
    changeLines(edit, [](QTextCursor& at) {
      const int most = std::min(indentWidth, indentationOf(at.block().text()));
      for (int i = 0; i < most; ++i) at.deleteChar();
    });
    return true;
  }
  if (event.key() == Qt::Key_Backspace && event.modifiers() == Qt::NoModifier) {
    const int column = cursor.positionInBlock();
    const bool inIndent = column > 0 && indentationOf(cursor.block().text()) >= column;
    if (cursor.hasSelection() || !inIndent) return false;
    const int step = (column - 1) % indentWidth + 1;
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, step);
    cursor.removeSelectedText();
    return true;
  }
  const bool enter = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
  if (enter && plain) newLine(edit);
  return enter && plain;
}

void toggleComments(QPlainTextEdit& edit) {
  bool all = true;
  changeLines(edit, [&all](QTextCursor& at) {
    const QString text = at.block().text().trimmed();
    if (!text.isEmpty() && !text.startsWith(u'#')) all = false;
  });
  changeLines(edit, [all](QTextCursor& at) {
    const QString text = at.block().text();
    if (text.trimmed().isEmpty()) return;
    at.setPosition(at.position() + indentationOf(text));
    if (!all) return at.insertText("# ");
    at.deleteChar();
    if (at.block().text().mid(at.positionInBlock()).startsWith(u' ')) at.deleteChar();
  });
}

}  // namespace ng::views
