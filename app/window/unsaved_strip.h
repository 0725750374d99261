// SPDX-License-Identifier: Apache-2.0
// A bar above the graph that asks whether to save or discard edits before a command that would lose
// them. Never a dialog. It belongs to one document and one command.
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

  // The command that waits for the answer.
  struct Command {
    QString words;  // "quit", as in "Save them before you …?"
    QString verb;   // "quit", as in "Save and …"
    std::function<void()> run;
  };
  // Replaces an earlier question. `path` identifies the document; empty: a new one.
  void ask(const QString& path, const QString& name, Command command);
  QString text() const;  // empty while hidden
  QString path() const { return path_; }
  const std::function<void()>& command() const { return run_; }
  // Hides the bar and returns its command.
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
