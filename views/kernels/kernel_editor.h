// SPDX-License-Identifier: Apache-2.0
// The source of a kernel to be edited: it runs in a child process, on inputs that were captured from
// the run, and is compared with what the kernel itself wrote. The program is not changed by it.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace ng::views {

class KernelEditor : public QWidget {
  Q_OBJECT

 public:
  explicit KernelEditor(Workspace& workspace, QWidget* parent = nullptr);

  // An edited text of the same kernel stays.
  void setKernel(const QString& name, const QString& source);
  void setSource(const QString& source);
  QString source() const;
  void tryIt();
  void drop();              // back to the kernel's own
  QString verdict() const;  // "128 elements differ, max abs 4 …"

 private:
  void follow();

  Workspace& workspace_;
  QString kernel_, own_;
  QPlainTextEdit* text_;
  QLabel* verdict_;
  QPushButton *try_, *drop_;
};

}  // namespace ng::views
