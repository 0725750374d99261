// SPDX-License-Identifier: Apache-2.0
// Editor of a kernel's source. The edited source runs in a child process on inputs captured from
// the run, and its outputs are compared with the original. It is never loaded into this process;
// the program and all files stay unchanged.
#pragma once

#include <QMap>
#include <QWidget>

#include "views/core/workspace.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace ng::views {

class CodeView;

class KernelEditor : public QWidget {
  Q_OBJECT

 public:
  explicit KernelEditor(Workspace& workspace, QWidget* parent = nullptr);

  // Keeps the edited text of each kernel and source: it is there again when they are shown again.
  void setKernel(const QString& name, const QString& source);
  void setSource(const QString& source);
  QString source() const;
  void tryIt();
  void revert();            // restores the original source
  QString verdict() const;  // e.g. "128 elements differ · max abs 4 …"
  CodeView& edit() { return *text_; }
  QPlainTextEdit& output() {
    return *output_;
  }  // output of the compiler or the trial process; hidden if empty

 private:
  enum class Outcome { none, good, warning, error };
  void follow();
  void say(Outcome outcome, const QString& words, const QString& output = {});

  Workspace& workspace_;
  QString kernel_, own_, tried_;
  QMap<std::pair<QString, QString>, QString> edited_;  // by kernel and original source
  bool answerAwaited_ = false;
  QLabel* title_;
  CodeView* text_;
  QLabel* verdict_;
  QPlainTextEdit* output_;
  QWidget* stripe_;  // colour of the verdict: green, amber or red; the text states the same
  QPushButton *try_, *revert_;
};

}  // namespace ng::views
