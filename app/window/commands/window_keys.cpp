// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/window_keys.h"

#include <QAction>
#include <QApplication>
#include <QShortcut>

#include "app/window/main_window.h"
#include "views/view_table.h"

namespace ng::views {
namespace {

QList<QKeySequence> windowKeys(const View& view) {
  // The list of an empty text would have one empty key.
  return *view.windowKeys ? QKeySequence::listFromString(view.windowKeys) : QList<QKeySequence>();
}

QAction* commandOf(const QWidget* widget, const QKeySequence& key) {
  for (QAction* action : widget->actions())
    if (action->shortcuts().contains(key)) return action;
  return nullptr;
}

}  // namespace

WindowKeys::WindowKeys(MainWindow& window) : window_(window) {
  for (const View& row : viewTable())
    for (const QKeySequence& sequence : windowKeys(row)) {
      QAction* command = commandOf(window.docks().view(row.id), sequence);
      auto* key = new QShortcut(sequence, &window);
      QObject::connect(key, &QShortcut::activated, command, [command, &window] {
        if (!window.atStart()) command->trigger();
      });
      keys_ << key;
    }
  QObject::connect(qApp, &QApplication::focusChanged, &window, [this] { follow(); });
}

// Qt triggers neither of two shortcuts with the same key.
void WindowKeys::follow() const {
  for (QShortcut* key : keys_) {
    bool own = false;
    for (const QWidget* at = QApplication::focusWidget(); at && at != &window_ && !own;
         at = at->parentWidget())
      own = commandOf(at, key->key()) != nullptr;
    key->setEnabled(!own);
  }
}

QString WindowKeys::where(MainWindow& window, const QAction* command) {
  for (const View& row : viewTable()) {
    const QWidget* view = window.docks().view(row.id);
    if (!view->actions().contains(const_cast<QAction*>(command))) continue;
    const bool wide = windowKeys(row).contains(command->shortcut());
    return wide ? QString("everywhere") : QString(row.title);
  }
  return "everywhere";
}

}  // namespace ng::views
