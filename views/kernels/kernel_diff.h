// SPDX-License-Identifier: Apache-2.0
// Comparison of a kernel in two compilations of the document: line diff of its text, and changes in
// time, FLOP and bytes.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"
#include "views/kernels/kernel_pane.h"

class QComboBox;
class QLabel;

namespace ng::views {

class TextDiff;

class KernelDiff : public QWidget {
  Q_OBJECT

 public:
  explicit KernelDiff(Workspace& workspace, QWidget* parent = nullptr);

  void setKernel(const QString& name);
  void setSides(int left, int right);  // indices into Compilations::compilations()
  void setKind(TextKind kind);
  TextDiff& diff() { return *diff_; }
  QString words() const;  // e.g. "+4 −2 lines · 8.4 µs → 7.1 µs · …"

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void followCompilations();
  void readTexts();
  void refresh();
  std::optional<KernelRecord> side(const QComboBox* choice) const;
  QString figures(const KernelRecord& left, const KernelRecord& right) const;

  Workspace& workspace_;
  std::vector<PastCompilation> past_;
  QString kernel_;
  QComboBox *left_, *right_, *kind_;
  QLabel* words_;
  TextDiff* diff_;
};

}  // namespace ng::views
