// SPDX-License-Identifier: Apache-2.0
// Asks whether to save or discard the edits of a document before a command that would lose them: a
// bar above the graph, never a dialog. It belongs to one document and one command.
#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QToolButton;

namespace ng::views {

class UnsavedStrip : public QFrame {
  Q_OBJECT

 public:
  explicit UnsavedStrip(QWidget* parent = nullptr);

  // A command that waits for the answer.
  struct Command {
    QString words;  // "quit", after "Save them before you …?"
    QString verb;   // "quit", after "Save and …"
    std::function<void()> run;
  };
  // Replaces what was asked before. `path` identifies the document; empty: a new one.
  void ask(const QString& path, Command command);
  QString text() const;  // empty while nothing is asked
  QString path() const { return path_; }
  const std::function<void()>& command() const { return run_; }
  // Hides the bar and forgets the command, which is returned.
  std::function<void()> take();

 signals:
  void saveWanted();
  void discardWanted();

 private:
  QLabel* words_;
  QToolButton *save_, *discard_;
  QString path_;
  std::function<void()> run_;
};

}  // namespace ng::views
