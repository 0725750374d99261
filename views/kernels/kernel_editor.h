// SPDX-License-Identifier: Apache-2.0
// The source of a kernel to be edited: it runs in a child process, on inputs that were captured
// from the run, and is compared with what the kernel itself wrote. A text that ran by itself can
// take the kernel's place in the document's program, until it is dropped; no file is changed by it.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace ng::views {

class NumberedEdit;

class KernelEditor : public QWidget {
  Q_OBJECT

 public:
  explicit KernelEditor(Workspace& workspace, QWidget* parent = nullptr);

  // An edited text of the same kernel stays. Of a kernel that is kept, `source` is the user's.
  void setKernel(const QString& name, const QString& source);
  void setSource(const QString& source);
  QString source() const;
  void tryIt();
  void keep();              // what was tried runs in the program
  void drop();              // back to the kernel's own, in the program too
  QString verdict() const;  // "128 elements differ, max abs 4 …"
  NumberedEdit& edit() { return *text_; }
  QPlainTextEdit& output() {
    return *output_;
  }  // what the compiler or the process said; hidden: nothing

 private:
  enum class Mood { plain, good, odd, bad };
  const KeptKernelRecord* kept() const;
  void follow();
  void say(Mood mood, const QString& words, const QString& output = {});

  Workspace& workspace_;
  std::vector<KeptKernelRecord> keptKernels_;
  QString kernel_, own_, tried_;
  bool answerAwaited_ = false;
  QLabel* title_;
  NumberedEdit* text_;
  QLabel* verdict_;
  QPlainTextEdit* output_;
  QWidget* stripe_;  // of the verdict: green, amber or red, beside words that say the same
  QPushButton *try_, *keep_, *drop_;
};

}  // namespace ng::views
