// SPDX-License-Identifier: Apache-2.0
// Completion offers functions of the package after "ng.", members after any other dot, otherwise
// words of the text and Python keywords.
#include "views/script/python_assistant.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QStringListModel>
#include <QTextBlock>

#include "views/core/theme/theme.h"
#include "views/script/python_indent.h"
#include "views/widgets/code/code_highlighter.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/code/python_tokens.h"

namespace ng::views {

namespace {

constexpr int mostWords = 20000;  // words of the text that are considered
constexpr int mostOffered = 200;

bool inName(QChar c) {
  return c.isLetterOrNumber() || c == u'_';
}

// True if the column is in code rather than in a comment or string.
bool inCode(const QTextBlock& block, int column) {
  LineState state = CodeHighlighter::stateBefore(block);
  if (column == 0) return state == LineState::code;
  for (const TokenSpan& span : tokenisePython(block.text(), state)) {
    const bool text = span.token == Token::comment || span.token == Token::string;
    if (text && span.start < column && column <= span.start + span.length) return false;
  }
  return true;
}

}  // namespace

PythonAssistant::PythonAssistant(CodeView* view)
    : QObject(view),
      view_(*view),
      completer_(new QCompleter(this)),
      offered_(new QStringListModel(this)) {
  completer_->setModel(offered_);
  completer_->setWidget(view);
  completer_->setCompletionMode(QCompleter::PopupCompletion);
  connect(completer_, QOverload<const QString&>::of(&QCompleter::activated), this,
          &PythonAssistant::insertCompletion);
  view->setAssistant(this);
}

bool PythonAssistant::takesKey(QKeyEvent& event) {
  if (completer_->popup()->isVisible()) {
    switch (event.key()) {
      case Qt::Key_Return:
      case Qt::Key_Enter:
      case Qt::Key_Tab:
      case Qt::Key_Escape:
        event.ignore();  // handled by the popup
        return true;
      default: break;
    }
  }
  if (event.key() == Qt::Key_Space && event.modifiers() == Qt::ControlModifier) {
    complete();
    return true;
  }
  return indentKey(view_, event);
}

void PythonAssistant::afterKey(const QKeyEvent& event) {
  const QString typed = event.text();
  const bool wordy = !typed.isEmpty() && (typed[0].isLetterOrNumber() || typed[0] == u'_');
  const bool shorter = completer_->popup()->isVisible() && event.key() == Qt::Key_Backspace;
  if (wordy || typed == "." || shorter) {
    QString qualifier;
    const QString word = wordBefore(qualifier);
    if (word.size() >= 2 || (!qualifier.isEmpty() && (typed == "." || !word.isEmpty())))
      return complete();
  }
  completer_->popup()->hide();
}

// Word and qualifier before the cursor: "dot" and "ng" for "ng.dot". The qualifier of "f(x).do" is
// ")".
QString PythonAssistant::wordBefore(QString& qualifier) const {
  const QTextCursor cursor = view_.textCursor();
  const QString text = cursor.block().text().left(cursor.positionInBlock());
  if (!inCode(cursor.block(), cursor.positionInBlock())) return {};
  qsizetype from = text.size();
  while (from > 0 && inName(text[from - 1])) --from;
  if (from > 0 && text[from - 1] == u'.') {
    qsizetype start = from - 1;
    while (start > 0 && inName(text[start - 1])) --start;
    qualifier = text.mid(start, from - 1 - start);
    if (qualifier.isEmpty()) qualifier = ")";
    if (qualifier[0].isDigit()) qualifier.clear();  // a number such as 1.5
  }
  return text.mid(from);
}

QStringList PythonAssistant::candidates(const QString& qualifier, const QString& word) const {
  QStringList names;
  const bool package = qualifier == "ng" || qualifier == "ngt" || qualifier == "ngraph";
  if (package) names = names_.functions;
  if (!qualifier.isEmpty() && !package) names = names_.members;
  if (qualifier.isEmpty()) {
    names = pythonKeywords();
    static const QRegularExpression words("[A-Za-z_][A-Za-z_0-9]{2,}");
    auto found = words.globalMatch(view_.toPlainText());
    for (int n = 0; found.hasNext() && n < mostWords; ++n) names << found.next().captured();
  }
  QSet<QString> known;
  QStringList fitting;
  for (const QString& name : names) {
    const bool fits = name.startsWith(word, Qt::CaseInsensitive) && name != word;
    if (!fits || known.contains(name)) continue;
    known.insert(name);
    fitting << name;
  }
  std::sort(fitting.begin(), fitting.end(), [](const QString& a, const QString& b) {
    const bool hidden = a.startsWith(u'_');
    if (hidden != b.startsWith(u'_')) return !hidden;
    return QString::compare(a, b, Qt::CaseInsensitive) < 0;
  });
  return fitting.mid(0, mostOffered);
}

void PythonAssistant::complete() {
  QString qualifier;
  const QString word = wordBefore(qualifier);
  const QStringList fitting =
      word.isEmpty() && qualifier.isEmpty() ? QStringList() : candidates(qualifier, word);
  if (fitting.isEmpty()) return completer_->popup()->hide();
  offered_->setStringList(fitting);
  completer_->setCompletionPrefix({});
  QAbstractItemView* list = completer_->popup();
  list->setFont(Theme::current().monoFont());
  list->setCurrentIndex(completer_->completionModel()->index(0, 0));
  QRect place = view_.cursorRect();
  place.translate(view_.viewport()->pos());
  place.setWidth(list->sizeHintForColumn(0) + list->verticalScrollBar()->sizeHint().width() +
                 2 * metrics::grid);
  completer_->complete(place);
}

void PythonAssistant::insertCompletion(const QString& chosen) {
  QString qualifier;
  const auto typed = static_cast<int>(wordBefore(qualifier).size());
  QTextCursor cursor = view_.textCursor();
  cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, typed);
  cursor.insertText(chosen);
  view_.setTextCursor(cursor);
}

}  // namespace ng::views
