// SPDX-License-Identifier: Apache-2.0
// Tabbed texts of a kernel: C++, LLVM IR, assembly, CUDA, PTX. For an unavailable text the pane
// shows the reason.
#pragma once

#include <QWidget>

#include "views/widgets/code/code_text.h"

class QComboBox;
class QStackedWidget;
class QTabBar;

namespace ng::views {

class CodeView;
class EmptyState;

enum class TextKind { source, llvm, assembly, cuda, ptx, sass };
inline constexpr int textKindCount = 6;

QString titleOf(TextKind kind);
const KernelText& textOf(const KernelRecord& kernel, TextKind kind);

class KernelPane : public QWidget {
  Q_OBJECT

 public:
  explicit KernelPane(TextKind kind, QWidget* parent = nullptr);

  TextKind kind() const { return kind_; }
  void setKind(TextKind kind);
  void setKernel(std::shared_ptr<const KernelRecord> kernel);  // null: empty pane
  void setLit(const OpSet& ops);
  CodeView& code() { return *code_; }
  bool showsText() const;
  QString absence() const;  // reason shown when there is no text

 signals:
  void opsClicked(const std::vector<ng::OpId>& ops);
  void opsActivated(const std::vector<ng::OpId>& ops);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void choose(int kind);

  TextKind kind_;
  std::shared_ptr<const KernelRecord> kernel_;
  OpSet lit_;
  QTabBar* tabs_;
  QComboBox* choice_;  // replaces the tabs if they do not fit
  QStackedWidget* stack_;
  CodeView* code_;
  EmptyState* empty_;
};

}  // namespace ng::views
