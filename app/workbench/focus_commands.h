// SPDX-License-Identifier: Apache-2.0
// Cut, Copy, Paste, Delete and Find of the Edit menu: they do what their keys do where the focus
// is, and are enabled where that is something.
#pragma once

#include <QKeySequence>
#include <QObject>
#include <QPointer>
#include <QWidget>

class QAction;
class QMenu;

namespace ng::views {

class FocusCommands : public QObject {
  Q_OBJECT

 public:
  // Adds the entries. `find`: what Find means where the focus has none of its own; null: nothing.
  FocusCommands(QMenu* menu, QAction* find);

  // The command of the widget, or of one around it, that has this key there; null: none.
  static QAction* commandOf(QWidget* focus, const QKeySequence& key);

 private:
  void add(const char* id, const QString& text, const QKeySequence& key, QAction* otherwise);
  bool applies(const QKeySequence& key) const;
  void press(const QKeySequence& key);

  QMenu* menu_;
  QPointer<QWidget> focus_;  // before the menu took it
};

}  // namespace ng::views
