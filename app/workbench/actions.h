// SPDX-License-Identifier: Apache-2.0
// The window's own commands: one QAction each, with text, icon and key. Menus, tool bar and palette
// show the same actions.
#pragma once

#include <QAction>
#include <QObject>
#include <functional>
#include <map>

#include "views/core/workspace.h"

class QMainWindow;

namespace ng::views {

class Actions : public QObject {
  Q_OBJECT

 public:
  explicit Actions(QMainWindow* window);

  // `id` is "run.pause"; the part before the dot is the menu's name in the palette.
  QAction* add(const QString& id, const QString& text, const QString& icon,
               const QList<QKeySequence>& keys, std::function<void()> call);
  QAction* operator[](const QString& id) const;  // must exist
  QList<QAction*> all() const { return ordered_; }

  // Run, pause, stop, steps, reset and pace: they follow the session's state.
  void addRunActions(Session& session, std::function<void()> stop);

 private:
  void followRun(const Session& session);

  QMainWindow* window_;
  std::map<QString, QAction*> byId_;
  QList<QAction*> ordered_;
};

// "Run (F5)" for tool tips.
QString withKey(const QAction* action);

}  // namespace ng::views
