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

#include "views/kernels/kernel_highlighter.h"
#include "views/widgets/number_text.h"
#include "views/widgets/numbered_edit.h"

namespace ng::views {
namespace {

// Kernels of samples take less than a tenth of a microsecond.
QString timeText(double microseconds) {
  if (microseconds >= 0.1) return microsecondText(microseconds);
  return QObject::tr("%1 ns").arg(valueText(1000 * microseconds, 2));
}

// The line of the source (from 1) that the compiler refuses first; 0: none.
int refusedLine(const KernelTrialRecord& trial) {
  static const QRegularExpression place(
      QStringLiteral("kernel\\.cpp:(\\d+):\\d+: (fatal )?error:"));
  if (trial.built || trial.cancelled) return 0;
  return place.match(QString::fromStdString(trial.output)).captured(1).toInt();
}

}  // namespace

KernelEditor::KernelEditor(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      title_(new QLabel),
      text_(new NumberedEdit),
      verdict_(new QLabel),
      output_(new QPlainTextEdit),
      stripe_(new QWidget),
      try_(new QPushButton(tr("Try"))),
      keep_(new QPushButton(tr("Keep"))),
      drop_(new QPushButton(tr("Drop"))) {
  text_->setAccessibleName(tr("Source of the kernel"));
  new KernelHighlighter(text_->document());
  output_->setFont(text_->font());  // carets stand below what they mean
  output_->setReadOnly(true);
  output_->setLineWrapMode(QPlainTextEdit::NoWrap);
  output_->setFrameShape(QFrame::NoFrame);
  output_->setAccessibleName(tr("What the compiler says"));
  output_->hide();
  title_->setFont(Theme::current().captionFont());
  verdict_->setWordWrap(true);
  verdict_->setToolTip(
      tr("Both sources are timed in one process, on one thread; the least of many"));
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  verdict_->setContentsMargins(metrics::grid, 6, metrics::grid, 6);
  stripe_->setFixedWidth(4);
  stripe_->setAutoFillBackground(true);
  try_->setShortcut(QKeySequence("Ctrl+Return"));
  try_->setToolTip(
      tr("Compile and run this source in a separate process, on the kernel's inputs in "
         "the shown iteration (Ctrl+Return)"));
  keep_->setToolTip(tr("The program runs this source from now on; no file is changed"));
  drop_->setToolTip(tr("Back to the original source"));
  auto* head = new QHBoxLayout;
  head->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
  head->setSpacing(4);
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  head->addWidget(title_, 1);
  for (QPushButton* button : {try_, keep_, drop_}) {
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
  connect(keep_, &QPushButton::clicked, this, &KernelEditor::keep);
  connect(drop_, &QPushButton::clicked, this, &KernelEditor::drop);
  connect(text_, &QPlainTextEdit::textChanged, this, &KernelEditor::follow);
  for (auto signal : {&Session::inquiryChanged, &Session::runChanged, &Session::compilationChanged})
    connect(&workspace_.session, signal, this, &KernelEditor::follow);
  connect(&Theme::current(), &Theme::changed, this, &KernelEditor::follow);
  follow();
}

const KeptKernelRecord* KernelEditor::kept() const {
  const auto at = std::find_if(keptKernels_.begin(), keptKernels_.end(), [this](const auto& each) {
    return each.kernel == kernel_.toStdString();
  });
  return at == keptKernels_.end() ? nullptr : &*at;
}

void KernelEditor::setKernel(const QString& name, const QString& source) {
  keptKernels_ = workspace_.session.keptKernels();
  const bool another = name != kernel_;
  kernel_ = name;
  const QString own = kept() ? QString::fromStdString(kept()->own) : source;
  if (!another && own == own_) return follow();
  own_ = own;
  tried_.clear();
  text_->setPlainText(source);
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

void KernelEditor::drop() {
  if (kept()) workspace_.session.keepKernel(kernel_, {});
  tried_.clear();
  text_->setPlainText(own_);
  follow();
}

void KernelEditor::tryIt() {
  tried_ = source();
  answerAwaited_ = true;
  workspace_.session.tryKernel(kernel_, tried_);
}

void KernelEditor::keep() {
  workspace_.session.keepKernel(kernel_, source());
}

// Of the output as many lines as are few, beside the source that it is about.
void KernelEditor::say(Mood mood, const QString& words, const QString& output) {
  constexpr int mostLines = 10;
  if (output_->toPlainText() != output) output_->setPlainText(output);
  output_->setVisible(!output.isEmpty());
  const int lines = std::min(mostLines, 1 + static_cast<int>(output.count(u'\n')));
  output_->setFixedHeight(lines * output_->fontMetrics().lineSpacing() + 16);
  const Colours& c = Theme::current().colours();
  QPalette palette = stripe_->palette();
  palette.setColor(QPalette::Window, mood == Mood::good  ? c.run
                                     : mood == Mood::odd ? c.warning
                                     : mood == Mood::bad ? c.error
                                                         : c.separator);
  stripe_->setPalette(palette);
  verdict_->setText(words);
}

void KernelEditor::follow() {
  const Session& session = workspace_.session;
  keptKernels_ = session.keptKernels();
  const std::optional<KernelTrialRecord> trial = session.kernelTrial();
  const bool mine = trial && trial->kernel == kernel_.toStdString() && tried_ == source();
  const bool runs = kept() && kept()->source == source().toStdString();
  const bool changed = source() != own_;
  title_->setText(runs      ? tr("runs in the program")
                  : changed ? tr("edited, not in the program")
                            : tr("original source"));
  title_->setToolTip(title_->text());
  try_->setEnabled(!kernel_.isEmpty() && !session.inquiring());
  keep_->setEnabled(mine && trial->ran && changed && !runs && !session.inquiring());
  drop_->setEnabled(changed || kept());
  if (session.inquiring()) return say(Mood::plain, tr("Building and running… Esc stops it."));
  text_->setErrorLine(mine ? refusedLine(*trial) : 0);
  if (std::exchange(answerAwaited_, false) && text_->errorLine() > 0)
    text_->goToLine(text_->errorLine());
  const KernelTrialRecord* told = mine ? &*trial : runs ? &kept()->trial : nullptr;
  if (!told)
    return say(Mood::plain,
               changed
                   ? tr("Try it: it runs in a separate process and is compared with the original.")
                   : tr("Edit the source, then try it. The program itself does not change."));
  const QString output = QString::fromStdString(told->output).trimmed();
  if (!told->ran)
    return say(Mood::bad,
               (told->cancelled   ? tr("It was stopped.")
                : !told->built    ? tr("It does not compile.")
                : told->timed_out ? tr("It was stopped: it took more than ten seconds.")
                                  : tr("It crashed (in a separate process).")),
               output);
  say(told->differing == 0 ? Mood::good : Mood::odd,
      tr("%1 a run · original %2: %3 × its speed · %4 · max abs %5 · %6 ULP")
          .arg(timeText(told->microseconds), timeText(told->own_microseconds),
               QString::number(told->own_microseconds / told->microseconds, 'f', 2),
               told->differing == 0
                   ? tr("the same to the bit")
                   : tr("%1 differ").arg(countText(told->differing, tr("element"))),
               valueText(told->max_abs, 4), valueText(told->ulps, 4)));
}

}  // namespace ng::views
