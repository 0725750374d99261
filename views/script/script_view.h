// SPDX-License-Identifier: Apache-2.0
// The script console: an editor, the run of what is in it, and what that prints.
#pragma once

#include <QTimer>
#include <QWidget>

#include "views/core/workspace.h"

class QFrame;
class QLabel;
class QSplitter;
class QStackedLayout;
class QToolButton;

namespace ng::views {

class CodeEditor;
class EmptyState;
class OutputPane;

class ScriptView : public QWidget {
  Q_OBJECT

 public:
  explicit ScriptView(Workspace& workspace, QWidget* parent = nullptr);

  CodeEditor* editor() const { return editor_; }
  OutputPane* output() const { return output_; }
  QString statusLine() const;  // "running · 3.2 s", "failed · exit status 1 · 0.4 s"
  bool asking() const;         // whether to run a text that was never run before
  bool modified() const;
  QSize sizeHint() const override { return {620, 640}; }

  void run();            // asks first where it must
  void answer(bool go);  // to asking()

 private:
  void addCommands();
  QWidget* makeHeader();
  QFrame* makeQuestion();
  void openFile();
  void save();
  void followState();
  void takeOutput();
  void start();
  void showPlace(const QString& file, int line);
  void followTheme();

  Workspace& workspace_;
  Scripts* scripts_;  // may be null: an empty state says so
  CodeEditor* editor_;
  OutputPane* output_;
  QLabel *name_, *status_;
  QFrame* question_;
  QAction *run_ = nullptr, *stop_ = nullptr, *save_ = nullptr;
  QSplitter* splitter_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  QTimer clock_, reading_;
  QString path_, opened_;  // the file as it was opened
  JobId job_ = 0;
  bool marked_ = false;  // the line that the run failed at
};

QWidget* makeScriptView(Workspace& workspace);

}  // namespace ng::views
