// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/spoken_names.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabBar>

#include "app/window/commands/actions.h"

namespace ng::views {
namespace {

QString kindOf(const QWidget* widget) {
  if (qobject_cast<const QAbstractItemView*>(widget)) return "table";
  if (qobject_cast<const QLineEdit*>(widget)) return "text";
  if (qobject_cast<const QAbstractSpinBox*>(widget)) return "number";
  if (qobject_cast<const QComboBox*>(widget)) return "choice";
  if (qobject_cast<const QTabBar*>(widget)) return "tabs";
  if (qobject_cast<const QAbstractButton*>(widget)) return "button";
  if (qobject_cast<const QAbstractScrollArea*>(widget)) return "page";
  return "picture";
}

QString viewOf(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget())
    if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) return dock->windowTitle();
  return "Window";
}

QString nameFor(const QWidget* widget) {
  const auto* line = qobject_cast<const QLineEdit*>(widget);
  if (line && !line->placeholderText().isEmpty()) return line->placeholderText();
  if (!widget->toolTip().isEmpty()) return widget->toolTip().section('\n', 0, 0);
  return viewOf(widget) + ": " + kindOf(widget);
}

}  // namespace

void completeTipsAndNames(QMainWindow& window) {
  for (QAction* action : window.findChildren<QAction*>()) {
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    if (!key.isEmpty() && !action->toolTip().contains(key))
      action->setToolTip(action->toolTip() + "  " + key);
  }
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus) continue;
    const QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
    if (!spoken || spoken->text(QAccessible::Name).isEmpty())
      widget->setAccessibleName(nameFor(widget));
  }
}

}  // namespace ng::views
