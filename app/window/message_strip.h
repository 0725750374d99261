// SPDX-License-Identifier: Apache-2.0
// A strip above the graph with the last error or warning and one action. Never a dialog.
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
  void forget(const QString& path);  // drops messages about this file
  QString text() const;              // what, action and, on a second line, the details, as drawn

 signals:
  void detailsWanted();
  void sourceWanted(ng::OpId placeholder);  // a placeholder without a source

 private:
  void say(const Diagnostic& diagnostic);
  void goToOp();
  bool lacksSource() const;  // whether the message is about a placeholder without a source
  void followTheme();
  void followRun();
  bool isOfFile() const;  // whether the message is about the document's file

  Workspace& workspace_;
  Diagnostic shown_;
  bool running_ = false;
  QLabel* icon_;
  QLabel* words_;
  QLabel* facts_;
  QToolButton *place_, *give_;
};

}  // namespace ng::views
