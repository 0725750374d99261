// SPDX-License-Identifier: Apache-2.0
// The window's own commands: one QAction each with text, icon and key. Menus, tool bar and command
// palette share the actions.
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

  // `id` is of the form "menu.command", such as "run.pause"; the palette shows its first part as
  // the menu.
  QAction* add(const QString& id, const QString& text, const QString& icon,
               const QList<QKeySequence>& keys, std::function<void()> call);
  QAction* operator[](const QString& id) const;  // precondition: the id exists
  QList<QAction*> all() const { return ordered_; }

  // Adds run, pause, stop, step, reset and pace commands, which follow the state of `session`,
  // which outlives this.
  void addRunActions(const Session& session, std::function<void()> stop);

  // What the Run command does instead of running the document.
  struct OtherRun {
    QString text;  // empty: it runs the document
    bool enabled = false;
    std::function<void()> start = {};
  };
  // `other` is asked at every followRun() and when the command is triggered.
  void setOtherRun(std::function<OtherRun()> other);
  void followRun();

 private:
  void showReason(const QString& readOnly);

  QMainWindow* window_;
  const Session* session_ = nullptr;  // of the run actions
  std::function<OtherRun()> other_ = [] { return OtherRun(); };
  std::map<QString, QAction*> byId_;
  QList<QAction*> ordered_;
  QString shownReason_;  // why run commands are disabled
};

// Tool tip with the key: "Run (F5)".
QString withKey(const QAction* action);

}  // namespace ng::views
