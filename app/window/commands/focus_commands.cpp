// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/focus_commands.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>

namespace ng::views {
namespace {

QKeyEvent keyEvent(QEvent::Type type, const QKeySequence& key) {
  return QKeyEvent(type, key[0].key(), key[0].keyboardModifiers());
}

// Editing keys that a focused text field always handles itself.
bool changes(const QLineEdit& line, const QKeySequence& key) {
  if (key == QKeySequence(QKeySequence::Paste))
    return !line.isReadOnly() && !QApplication::clipboard()->text().isEmpty();
  const bool copies = key == QKeySequence(QKeySequence::Copy);
  return line.hasSelectedText() && (copies || !line.isReadOnly());
}

}  // namespace

FocusCommands::FocusCommands(QMenu* menu, QAction* find) : QObject(menu), menu_(menu) {
  add("edit.cut", tr("Cut"), QKeySequence::Cut, nullptr);
  add("edit.copy", tr("Copy"), QKeySequence::Copy, nullptr);
  add("edit.paste", tr("Paste"), QKeySequence::Paste, nullptr);
  add("edit.delete", tr("Delete"), QKeySequence::Delete, nullptr);
  menu->addSeparator();
  add("edit.find", tr("Find"), QKeySequence::Find, find);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    if (now && !qobject_cast<QMenuBar*>(now) && !qobject_cast<QMenu*>(now)) focus_ = now;
  });
}

// The key is for display only: the focused widget handles it.
void FocusCommands::add(const char* id, const QString& text, const QKeySequence& key,
                        QAction* otherwise) {
  QAction* action = menu_->addAction(text + u'\t' + key.toString(QKeySequence::NativeText));
  action->setObjectName(id);
  connect(menu_, &QMenu::aboutToShow, action,
          [this, action, key, otherwise] { action->setEnabled(otherwise || applies(key)); });
  connect(action, &QAction::triggered, this, [this, key, otherwise] {
    if (applies(key))
      press(key);
    else if (otherwise)
      otherwise->trigger();
  });
}

QAction* FocusCommands::commandOf(QWidget* focus, const QKeySequence& key) {
  for (QWidget* each = focus; each; each = each->isWindow() ? nullptr : each->parentWidget())
    for (QAction* action : each->actions()) {
      const bool around = action->shortcutContext() == Qt::WidgetWithChildrenShortcut;
      const bool here = action->shortcutContext() == Qt::WidgetShortcut && each == focus;
      if ((around || here) && action->isEnabled() && action->shortcuts().contains(key))
        return action;
    }
  return nullptr;
}

bool FocusCommands::applies(const QKeySequence& key) const {
  if (!focus_ || !focus_->isVisible()) return false;
  if (const auto* line = qobject_cast<QLineEdit*>(focus_.data());
      line && key != QKeySequence(QKeySequence::Find))
    return changes(*line, key);
  if (commandOf(focus_, key)) return true;
  QKeyEvent asked = keyEvent(QEvent::ShortcutOverride, key);
  asked.ignore();
  QCoreApplication::sendEvent(focus_, &asked);
  return asked.isAccepted();
}

void FocusCommands::press(const QKeySequence& key) {
  focus_->setFocus(Qt::OtherFocusReason);
  if (QAction* command = commandOf(focus_, key)) return command->trigger();
  QKeyEvent pressed = keyEvent(QEvent::KeyPress, key);
  QCoreApplication::sendEvent(focus_, &pressed);
}

}  // namespace ng::views
