// SPDX-License-Identifier: Apache-2.0
// Script console: editor, execution and output of a Python script.
#pragma once

#include <QTimer>

#include "views/core/view_base.h"
#include "views/core/workspace.h"

class QFrame;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedLayout;
class QToolButton;

namespace ng::views {

class CodeView;
class EmptyState;
class OutputPane;
class PythonAssistant;
class ReplaceStrip;

class ScriptView : public ViewBase {
  Q_OBJECT

 public:
  explicit ScriptView(Workspace& workspace, QWidget* parent = nullptr);

  CodeView* editor() const { return editor_; }
  OutputPane* output() const { return output_; }
  QString statusLine() const;  // e.g. "running · 3.2 s", "failed · exit status 1 · 0.4 s"
  bool asking() const;         // whether the confirmation strip is shown
  bool modified() const;
  ReplaceStrip& replaceStrip() { return *replace_; }
  QSize sizeHint() const override { return {620, 640}; }

  void run();            // asks for confirmation if needed
  void answer(bool go);  // answers the confirmation
  bool save() override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;  // keys of the confirmation

 private:
  void addCommands();
  QWidget* makeHeader();
  QFrame* makeQuestion();
  QString fileName() const;
  void showFile();  // asks first if the edited text would be lost
  void takeFile();
  void followState();
  void takeOutput();
  void start();
  ScriptState shownState() const;
  void showPlace(const QString& file, int line);
  void followTheme();

  Workspace& workspace_;
  Scripts* scripts_;  // null: not available
  CodeView* editor_;
  PythonAssistant* assistant_;
  OutputPane* output_;
  QLabel *name_, *status_;
  QFrame* question_ = nullptr;
  QPushButton* go_ = nullptr;  // of the question
  ReplaceStrip* replace_ = nullptr;
  QAction *run_ = nullptr, *stop_ = nullptr, *save_ = nullptr;
  QSplitter* splitter_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  QTimer clock_, reading_;
  QString path_, opened_;  // path and text of the file as opened
  JobId job_ = 0;
  bool marked_ = false;  // the failed line is marked
  bool ran_ = false;     // the last run was of the shown script
};

}  // namespace ng::views
