// SPDX-License-Identifier: Apache-2.0
#include "views/kernels/kernel_editor.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/widgets/number_text.h"

namespace ng::views {

KernelEditor::KernelEditor(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      text_(new QPlainTextEdit),
      verdict_(new QLabel),
      try_(new QPushButton(tr("Try"))),
      drop_(new QPushButton(tr("Drop"))) {
  text_->setFont(Theme::current().monoFont());
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFrameShape(QFrame::NoFrame);
  verdict_->setWordWrap(true);
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  verdict_->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  try_->setShortcut(QKeySequence("Ctrl+Return"));
  try_->setToolTip(tr("Builds and runs this text in a process of its own, on the kernel's inputs of "
                      "the shown iteration (Ctrl+Return)"));
  drop_->setToolTip(tr("Back to the kernel's own text"));
  auto* head = new QHBoxLayout;
  head->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  head->addWidget(new QLabel(tr("edited C++")), 1);
  head->addWidget(try_);
  head->addWidget(drop_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(text_, 1);
  column->addWidget(verdict_);
  connect(try_, &QPushButton::clicked, this, &KernelEditor::tryIt);
  connect(drop_, &QPushButton::clicked, this, &KernelEditor::drop);
  connect(text_, &QPlainTextEdit::textChanged, this, [this] { drop_->setEnabled(source() != own_); });
  connect(&workspace_.session, &Session::inquiryChanged, this, &KernelEditor::follow);
  connect(&workspace_.session, &Session::runChanged, this, &KernelEditor::follow);
  follow();
}

void KernelEditor::setKernel(const QString& name, const QString& source) {
  if (name == kernel_ && source == own_) return;
  kernel_ = name;
  own_ = source;
  drop();
}

void KernelEditor::setSource(const QString& source) { text_->setPlainText(source); }

QString KernelEditor::source() const { return text_->toPlainText(); }

QString KernelEditor::verdict() const { return verdict_->text(); }

void KernelEditor::drop() {
  text_->setPlainText(own_);
  verdict_->setText(tr("Edit it, then try it: the program itself is not changed."));
}

void KernelEditor::tryIt() { workspace_.session.tryKernel(kernel_, source()); }

void KernelEditor::follow() {
  const Session& session = workspace_.session;
  try_->setEnabled(!kernel_.isEmpty() && !session.inquiring() &&
                   session.runState() != RunState::running);
  const std::optional<KernelTrialRecord> trial = session.kernelTrial();
  if (session.inquiring()) return verdict_->setText(tr("Building and running…"));
  if (!trial || trial->kernel != kernel_.toStdString()) return;
  const QString output = QString::fromStdString(trial->output).trimmed();
  if (!trial->ran)
    return verdict_->setText(
        (!trial->built      ? tr("It does not compile.")
         : trial->timed_out ? tr("It was stopped: it took more than ten seconds.")
                            : tr("It crashed, in a process of its own.")) +
        (output.isEmpty() ? QString() : u'\n' + output.left(600)));
  verdict_->setText(
      tr("%1 a run on one thread · %2 · max abs %3 · %4 ULP")
          .arg(microsecondText(trial->microseconds),
               trial->differing == 0
                   ? tr("the same to the bit")
                   : tr("%1 differ").arg(countText(trial->differing, tr("element"))),
               valueText(trial->max_abs, 4), valueText(trial->ulps, 4)));
}

}  // namespace ng::views
