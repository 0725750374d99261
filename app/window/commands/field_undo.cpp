// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/field_undo.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextDocument>
#include <QTextEdit>
#include <optional>

namespace ng::views {
namespace {

enum class Step { undo, redo };

// Ctrl+Y is accepted on all platforms; Qt's standard key has it on Windows only.
std::optional<Step> stepOf(const QKeyEvent& key) {
  if (key.matches(QKeySequence::Undo)) return Step::undo;
  const bool y = key.key() == Qt::Key_Y && key.modifiers() == Qt::ControlModifier;
  if (y || key.matches(QKeySequence::Redo)) return Step::redo;
  return std::nullopt;
}

QLineEdit* lineOf(QObject* widget) {
  if (auto* line = qobject_cast<QLineEdit*>(widget)) return line;
  if (auto* combo = qobject_cast<QComboBox*>(widget)) return combo->lineEdit();
  if (auto* number = qobject_cast<QAbstractSpinBox*>(widget))
    return number->findChild<QLineEdit*>();
  return nullptr;
}

template <class Text>
void take(Text& text, Step step) {
  step == Step::undo ? text.undo() : text.redo();
}

}  // namespace

FieldUndo::FieldUndo(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

// ShortcutOverride arrives first: accepting it gives the key to the field, ignoring it to the
// window.
bool FieldUndo::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) return false;
  const std::optional<Step> step = stepOf(*static_cast<QKeyEvent*>(event));
  if (!step) return false;
  const bool presses = event->type() == QEvent::KeyPress;
  if (auto* line = lineOf(watched)) {
    const bool has = *step == Step::undo ? line->isUndoAvailable() : line->isRedoAvailable();
    const bool own = has && !line->isReadOnly();
    event->setAccepted(own);
    if (own && presses) take(*line, *step);
    return true;
  }
  const auto inEditor = [&](auto* editor) {
    if (editor == nullptr || editor->isReadOnly()) return false;
    event->accept();
    if (presses) take(*editor, *step);
    return true;
  };
  return inEditor(qobject_cast<QPlainTextEdit*>(watched)) ||
         inEditor(qobject_cast<QTextEdit*>(watched));
}

}  // namespace ng::views
