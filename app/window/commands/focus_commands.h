// SPDX-License-Identifier: Apache-2.0
// Cut, Copy, Paste, Delete and Find of the Edit menu. They act on the focused widget like their
// keys and are enabled if it supports them.
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
  // Adds the entries. `find`: fallback for Find if the focused widget has none; may be null.
  FocusCommands(QMenu* menu, QAction* find);

  // The command with this key of the widget or of one of its ancestors; null: none.
  static QAction* commandOf(QWidget* focus, const QKeySequence& key);

 private:
  void add(const char* id, const QString& text, const QKeySequence& key, QAction* otherwise);
  bool applies(const QKeySequence& key) const;
  void press(const QKeySequence& key);

  QMenu* menu_;
  QPointer<QWidget> focus_;  // the focus before the menu took it
};

}  // namespace ng::views
