// SPDX-License-Identifier: Apache-2.0
#include "views/kernels/kernel_editor.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "views/widgets/code/code_marks.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

// Kernels of small samples take less than 0.1 µs: show nanoseconds.
QString timeText(double microseconds) {
  if (microseconds >= 0.1) return microsecondText(microseconds);
  return QObject::tr("%1 ns").arg(valueText(1000 * microseconds, 2));
}

// First source line (0-based) with a compile error.
std::optional<int> refusedLine(const KernelTrialRecord& trial) {
  static const QRegularExpression place(
      QStringLiteral("kernel\\.cpp:(\\d+):\\d+: (fatal )?error:"));
  if (trial.built || trial.cancelled) return {};
  const auto match = place.match(QString::fromStdString(trial.output));
  return match.hasMatch() ? std::optional(match.captured(1).toInt() - 1) : std::nullopt;
}

QString failureText(const KernelTrialRecord& trial) {
  if (trial.cancelled) return QObject::tr("Stopped.");
  if (!trial.built && trial.timed_out) return QObject::tr("Stopped: compiling took over a minute.");
  if (!trial.built) return QObject::tr("Compile error.");
  if (trial.timed_out) return QObject::tr("Stopped: it ran for more than ten seconds.");
  if (trial.crash.empty()) return QObject::tr("The trial process failed.");
  return QObject::tr("Crashed in the trial process: %1.").arg(QString::fromStdString(trial.crash));
}

QString resultText(const KernelTrialRecord& trial) {
  const double ratio = trial.own_microseconds / trial.microseconds;
  return QObject::tr("%1 per run · original %2 (%3×) · %4 · max abs %5 · %6 ULP")
      .arg(timeText(trial.microseconds), timeText(trial.own_microseconds),
           QString::number(ratio, 'f', 2),
           trial.differing == 0
               ? QObject::tr("bitwise equal")
               : QObject::tr("%1 differ").arg(countText(trial.differing, QObject::tr("element"))),
           valueText(trial.max_abs, 4), valueText(trial.ulps, 4));
}

}  // namespace

KernelEditor::KernelEditor(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      title_(new QLabel),
      text_(new CodeView(CodeView::Use::edit)),
      verdict_(new QLabel),
      output_(new QPlainTextEdit),
      stripe_(new QWidget),
      try_(new QPushButton(tr("Try"))),
      revert_(new QPushButton(tr("Revert"))) {
  text_->setAccessibleName(tr("Source of the kernel"));
  text_->setLanguage(Language::cpp);
  // Same font as the source, so that carets align with the code above.
  output_->setFont(text_->font());
  output_->setReadOnly(true);
  output_->setLineWrapMode(QPlainTextEdit::NoWrap);
  output_->setFrameShape(QFrame::NoFrame);
  output_->setAccessibleName(tr("Compiler output"));
  output_->hide();
  title_->setFont(Theme::current().captionFont());
  verdict_->setWordWrap(true);
  verdict_->setToolTip(
      tr("Both sources are timed in one process, on one thread; minimum of many runs"));
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  verdict_->setContentsMargins(metrics::grid, 6, metrics::grid, 6);
  stripe_->setFixedWidth(4);
  stripe_->setAutoFillBackground(true);
  try_->setShortcut(QKeySequence("Ctrl+Return"));
  try_->setToolTip(
      tr("Compile and run this source in a separate process, with the kernel's inputs of "
         "the shown iteration (Ctrl+Return)"));
  revert_->setToolTip(tr("Restore the original source"));
  auto* head = new QHBoxLayout;
  head->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
  head->setSpacing(4);
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  head->addWidget(title_, 1);
  for (QPushButton* button : {try_, revert_}) {
    button->setFixedHeight(metrics::row);
    head->addWidget(button);
  }
  auto* foot = new QHBoxLayout;
  foot->setContentsMargins(0, 0, 0, 0);
  foot->setSpacing(0);
  foot->addWidget(stripe_);
  foot->addWidget(verdict_, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(text_, 1);
  column->addLayout(foot);
  column->addWidget(output_);
  setMinimumWidth(380);
  setFocusProxy(text_);
  connect(try_, &QPushButton::clicked, this, &KernelEditor::tryIt);
  connect(revert_, &QPushButton::clicked, this, &KernelEditor::revert);
  connect(text_, &QPlainTextEdit::textChanged, this, &KernelEditor::follow);
  connect(&workspace_.queries, &Queries::queryChanged, this, &KernelEditor::follow);
  connect(&workspace_.run, &Run::runChanged, this, &KernelEditor::follow);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this, &KernelEditor::follow);
  connect(&Theme::current(), &Theme::changed, this, &KernelEditor::follow);
  follow();
}

void KernelEditor::setKernel(const QString& name, const QString& source) {
  if (name == kernel_ && source == own_) return follow();
  if (this->source() == own_)
    edited_.remove({kernel_, own_});
  else
    edited_[{kernel_, own_}] = this->source();
  kernel_ = name;
  own_ = source;
  tried_.clear();
  text_->setPlainText(edited_.value({kernel_, own_}, own_));
  follow();
}

void KernelEditor::setSource(const QString& source) {
  text_->setPlainText(source);
}

QString KernelEditor::source() const {
  return text_->toPlainText();
}

QString KernelEditor::verdict() const {
  return verdict_->text();
}

void KernelEditor::revert() {
  tried_.clear();
  text_->setPlainText(own_);
  follow();
}

void KernelEditor::tryIt() {
  tried_ = source();
  answerAwaited_ = true;
  workspace_.queries.tryKernel(kernel_, tried_);
}

void KernelEditor::say(Outcome outcome, const QString& words, const QString& output) {
  constexpr int mostLines = 10;
  if (output_->toPlainText() != output) output_->setPlainText(output);
  output_->setVisible(!output.isEmpty());
  const int lines = std::min(mostLines, 1 + static_cast<int>(output.count(u'\n')));
  output_->setFixedHeight(lines * output_->fontMetrics().lineSpacing() + 16);
  const Colours& c = Theme::current().colours();
  QPalette palette = stripe_->palette();
  palette.setColor(QPalette::Window, outcome == Outcome::good      ? c.run
                                     : outcome == Outcome::warning ? c.warning
                                     : outcome == Outcome::error   ? c.error
                                                                   : c.separator);
  stripe_->setPalette(palette);
  verdict_->setText(words);
}

void KernelEditor::follow() {
  const std::optional<KernelTrialRecord> trial = workspace_.queries.kernelTrial();
  const bool mine = trial && trial->kernel == kernel_.toStdString() && tried_ == source();
  const bool changed = source() != own_;
  title_->setText(changed ? tr("edited source") : tr("original source"));
  title_->setToolTip(title_->text());
  try_->setEnabled(!kernel_.isEmpty() && !workspace_.queries.querying());
  revert_->setEnabled(changed);
  if (workspace_.queries.querying())
    return say(Outcome::none, tr("Building and running… (Shift+F5 stops it)"));
  const std::optional<int> refused = mine ? refusedLine(*trial) : std::nullopt;
  text_->marks().setError(refused);
  if (std::exchange(answerAwaited_, false) && refused) text_->goToLine(*refused);
  if (!mine)
    return say(Outcome::none,
               changed ? tr("Try runs it in a separate process and compares it with the original.")
                       : tr("Edit the source, then press Try. The program is not changed."));
  if (!trial->ran)
    return say(Outcome::error, failureText(*trial),
               QString::fromStdString(trial->output).trimmed());
  if (!trial->stray_write.empty())
    return say(Outcome::error,
               tr("Stray write: the kernel %1. %2")
                   .arg(QString::fromStdString(trial->stray_write), resultText(*trial)));
  say(trial->differing == 0 ? Outcome::good : Outcome::warning, resultText(*trial));
}

}  // namespace ng::views
