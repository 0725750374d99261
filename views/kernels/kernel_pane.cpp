// SPDX-License-Identifier: Apache-2.0
// Tabbed texts of a kernel.
#include "views/kernels/kernel_pane.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "engine/records/kernel_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/empty_state.h"

namespace ng::views {
namespace {

Language languageOf(TextKind kind) {
  switch (kind) {
    case TextKind::source:
    case TextKind::cuda: return Language::cpp;
    case TextKind::llvm: return Language::llvm;
    case TextKind::assembly:
    case TextKind::sass: return Language::assembly;
    case TextKind::ptx: return Language::ptx;
  }
  return Language::plain;
}

}  // namespace

QString titleOf(TextKind kind) {
  switch (kind) {
    case TextKind::source: return QStringLiteral("C++");
    case TextKind::llvm: return QStringLiteral("LLVM IR");
    case TextKind::assembly: return QStringLiteral("Assembly");
    case TextKind::cuda: return QStringLiteral("CUDA");
    case TextKind::ptx: return QStringLiteral("PTX");
    case TextKind::sass: return QStringLiteral("SASS");
  }
  return {};
}

const KernelText& textOf(const KernelRecord& kernel, TextKind kind) {
  switch (kind) {
    case TextKind::llvm: return kernel.llvm_ir;
    case TextKind::assembly: return kernel.assembly;
    case TextKind::cuda: return kernel.cuda;
    case TextKind::ptx: return kernel.ptx;
    case TextKind::sass: return kernel.sass;
    default: return kernel.source;
  }
}

KernelPane::KernelPane(TextKind kind, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      tabs_(new QTabBar),
      choice_(new QComboBox),
      stack_(new QStackedWidget),
      code_(new CodeView),
      empty_(new EmptyState(QStringLiteral("kernels"), {})) {
  for (int i = 0; i < textKindCount; ++i) {
    tabs_->addTab(titleOf(static_cast<TextKind>(i)));
    choice_->addItem(titleOf(static_cast<TextKind>(i)));
  }
  choose(static_cast<int>(kind));
  choice_->setFixedHeight(metrics::strip);
  choice_->hide();
  tabs_->setExpanding(false);
  tabs_->setUsesScrollButtons(false);
  tabs_->setElideMode(Qt::ElideNone);
  stack_->addWidget(code_);
  stack_->addWidget(empty_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tabs_);
  column->addWidget(choice_);
  column->addWidget(stack_, 1);
  setMinimumWidth(120);
  connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
    if (tab >= 0) setKind(static_cast<TextKind>(tab));
  });
  connect(choice_, &QComboBox::activated, this,
          [this](int item) { setKind(static_cast<TextKind>(item)); });
  connect(code_, &CodeView::opsClicked, this, &KernelPane::opsClicked);
  connect(code_, &CodeView::opsActivated, this, &KernelPane::opsActivated);
  refresh();
}

void KernelPane::setKind(TextKind kind) {
  if (kind == kind_) return;
  kind_ = kind;
  choose(static_cast<int>(kind));
  refresh();
}

void KernelPane::choose(int kind) {
  const QSignalBlocker quiet(tabs_);
  tabs_->setCurrentIndex(kind);
  choice_->setCurrentIndex(kind);
}

void KernelPane::resizeEvent(QResizeEvent*) {
  const bool fits = tabs_->sizeHint().width() <= width();
  tabs_->setVisible(fits);
  choice_->setVisible(!fits);
}

void KernelPane::setKernel(std::shared_ptr<const KernelRecord> kernel) {
  kernel_ = std::move(kernel);
  refresh();
}

void KernelPane::setLit(const OpSet& ops) {
  lit_ = ops;
  code_->setLit(lit_);
}

bool KernelPane::showsText() const {
  return stack_->currentWidget() == code_;
}

QString KernelPane::absence() const {
  return empty_->sentence();
}

void KernelPane::refresh() {
  const KernelText* text = kernel_ ? &textOf(*kernel_, kind_) : nullptr;
  if (text && !text->text.empty()) {
    code_->setCode(CodeText::from(*text, languageOf(kind_)));
    code_->setLit(lit_);
    stack_->setCurrentWidget(code_);
    return;
  }
  code_->setCode({});
  const bool reason = text && !text->absent.empty();
  empty_->setSentence(reason ? QString::fromStdString(text->absent)
                      : text ? tr("This kernel has no %1.").arg(titleOf(kind_))
                             : tr("No kernel is selected."));
  stack_->setCurrentWidget(empty_);
}

}  // namespace ng::views
