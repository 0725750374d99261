// SPDX-License-Identifier: Apache-2.0
// A strip above the graph that says what went wrong last, with one action. Never a dialog.
#pragma once

#include <QFrame>

#include "views/core/workspace.h"

class QLabel;
class QToolButton;

namespace ng::views {

class MessageStrip : public QFrame {
  Q_OBJECT

 public:
  explicit MessageStrip(Workspace& workspace, QWidget* parent = nullptr);
  void forget(const QString& path);  // what is wrong with this file matters no more
  QString text() const;  // what, what to do, and in a second line the facts, as drawn

 signals:
  void detailsWanted();
  void sourceWanted(ng::OpKey placeholder);  // that has none

 private:
  void say(const Diagnostic& diagnostic);
  void goToOp();
  bool lacksSource() const;  // the op that the message is about
  void followTheme();
  void followRun();
  bool isOfFile() const;  // what is shown

  Workspace& workspace_;
  Diagnostic shown_;
  bool running_ = false;
  QLabel* icon_;
  QLabel* words_;
  QLabel* facts_;
  QToolButton *place_, *give_;
};

}  // namespace ng::views
