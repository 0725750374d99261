// SPDX-License-Identifier: Apache-2.0
// A bar above the graph that asks whether to save or discard work before a command that would end
// it. Never a dialog. It belongs to one document and one command.
#pragma once

#include <QFrame>
#include <functional>

#include "app/window/work_at_stake.h"

class QLabel;
class QToolButton;

namespace ng::views {

class UnsavedStrip : public QFrame {
  Q_OBJECT

 public:
  // `keepsStates`: discarded trained states can be restored.
  explicit UnsavedStrip(bool keepsStates, QWidget* parent = nullptr);

  // The command that waits for the answer.
  struct Command {
    QString words;  // "quit", as in "Save them before you …?"
    QString verb;   // "quit", as in "Save and …"
    std::function<void()> run;
  };
  // Replaces an earlier question. `path` identifies the document; empty: a new one.
  void ask(const QString& path, const QString& name, const WorkAtStake& work, Command command);
  void setWork(const WorkAtStake& work);  // of the same question
  QString text() const;                   // empty while hidden
  QString path() const { return path_; }
  const std::function<void()>& command() const { return command_.run; }
  void dismiss();  // the user stays, or nothing is at stake any more
  // Hides the bar and returns its command.
  std::function<void()> take();

 signals:
  void saveWanted();
  void discardWanted();
  void dismissed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;  // Return presses the focused button

 private:
  QLabel* words_;
  QToolButton *save_, *discard_;
  QString path_, name_;
  WorkAtStake work_;
  bool keepsStates_;
  Command command_;
};

}  // namespace ng::views
