// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/completing_edit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QStringListModel>

#include "views/widgets/escape_key.h"

namespace ng::views {

CompletingEdit::CompletingEdit(QWidget* parent)
    : QLineEdit(parent), model_(new QStringListModel(this)) {
  completer_ = new QCompleter(this);  // sends events, which ask isOpen()
  completer_->setModel(model_);
  completer_->setWidget(this);
  completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  completer_->setMaxVisibleItems(10);
  connect(completer_, qOverload<const QString&>(&QCompleter::activated), this,
          &CompletingEdit::take);
}

bool CompletingEdit::isOpen() const {
  return completer_ != nullptr && completer_->popup()->isVisible();
}

QStringList CompletingEdit::offered() const {
  return isOpen() ? model_->stringList() : QStringList();
}

void CompletingEdit::offer() {
  const Completions found = completions ? completions(text(), cursorPosition()) : Completions();
  if (found.words.isEmpty()) return completer_->popup()->hide();
  begin_ = found.begin;
  model_->setStringList(found.words);
  completer_->complete();
  completer_->popup()->setCurrentIndex({});
}

void CompletingEdit::take(const QString& word) {
  setSelection(begin_, cursorPosition() - begin_);
  insert(word);
}

CompletingEdit::Use CompletingEdit::use(const QKeyEvent& event) {
  const int key = event.key();
  const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
  if (!isOpen() || !(enter || key == Qt::Key_Tab || key == Qt::Key_Escape)) return Use::none;
  const QModelIndex chosen = completer_->popup()->currentIndex();
  completer_->popup()->hide();
  if (key == Qt::Key_Tab || (enter && chosen.isValid()))
    take(chosen.isValid() ? chosen.data().toString() : model_->stringList().value(0));
  return enter && !chosen.isValid() ? Use::closed : Use::taken;
}

// The completer passes keys here while its list is open, past the event filters of this widget.
bool CompletingEdit::event(QEvent* event) {
  if (isOpen() && takesEscape(event)) return true;
  if (event->type() != QEvent::KeyPress) return QLineEdit::event(event);
  const auto& key = static_cast<const QKeyEvent&>(*event);
  const Use used = use(key);
  if (used == Use::none) return QLineEdit::event(event);
  event->accept();
  if (used == Use::closed) {
    QKeyEvent again(QEvent::KeyPress, key.key(), key.modifiers());
    QCoreApplication::sendEvent(this, &again);
  }
  return true;
}

bool CompletingEdit::eventFilter(QObject* watched, QEvent* event) {
  if (watched != this || event->type() != QEvent::KeyPress) return false;
  return use(static_cast<const QKeyEvent&>(*event)) == Use::taken;
}

void CompletingEdit::keyPressEvent(QKeyEvent* event) {
  QLineEdit::keyPressEvent(event);
  const bool typed = !event->text().isEmpty() && event->text().at(0).isPrint();
  if (typed || (isOpen() && event->key() == Qt::Key_Backspace)) offer();
}

}  // namespace ng::views
