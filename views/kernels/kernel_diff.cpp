// SPDX-License-Identifier: Apache-2.0
#include "views/kernels/kernel_diff.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "engine/records/compilation_record.h"
#include "views/widgets/code/text_diff.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr std::array kinds{TextKind::source, TextKind::llvm, TextKind::assembly};

Language languageOf(TextKind kind) {
  return kind == TextKind::source ? Language::cpp
         : kind == TextKind::llvm ? Language::llvm
                                  : Language::assembly;
}

QString fromTo(const QString& left, const QString& right) {
  return left == right ? left : left + QString::fromUtf8(" → ") + right;
}

}  // namespace

KernelDiff::KernelDiff(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      left_(new QComboBox),
      right_(new QComboBox),
      kind_(new QComboBox),
      words_(new QLabel),
      diff_(new TextDiff) {
  for (const TextKind kind : kinds) kind_->addItem(titleOf(kind));
  left_->setAccessibleName(tr("First compilation"));
  right_->setAccessibleName(tr("Second compilation"));
  for (QComboBox* each : {left_, right_}) {
    each->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    each->setMinimumContentsLength(16);
  }
  words_->setContentsMargins(metrics::grid, 0, metrics::grid, 6);
  words_->setFont(Theme::current().captionFont());
  words_->setWordWrap(true);
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  head->setSpacing(metrics::grid);
  head->addWidget(left_, 1);
  head->addWidget(new QLabel(QString::fromUtf8("→")));
  head->addWidget(right_, 1);
  head->addWidget(kind_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(words_);
  column->addWidget(diff_, 1);
  for (QComboBox* each : {left_, right_, kind_})
    connect(each, &QComboBox::activated, this, &KernelDiff::refresh);
  for (auto signal : {&Compilations::compilationChanged, &Compilations::kernelTextsChanged})
    connect(&workspace_.compilations, signal, this, &KernelDiff::followCompilations);
  connect(&workspace_.documents, &Documents::documentChanged, this,
          &KernelDiff::followCompilations);
  followCompilations();
}

void KernelDiff::setKernel(const QString& name) {
  kernel_ = name;
  refresh();
}

void KernelDiff::setSides(int left, int right) {
  left_->setCurrentIndex(left);
  right_->setCurrentIndex(right);
  refresh();
}

void KernelDiff::setKind(TextKind kind) {
  kind_->setCurrentIndex(static_cast<int>(kind));
  refresh();
}

QString KernelDiff::words() const {
  return words_->text();
}

// Selects the last two compilations whenever a new one arrives; otherwise keeps the choice.
void KernelDiff::followCompilations() {
  const std::vector<PastCompilation> now = workspace_.compilations.compilations();
  const bool more = past_.empty() || now.empty() || past_.back().title != now.back().title;
  const QString left = left_->currentText(), right = right_->currentText();
  past_ = now;
  if (more) {
    left_->clear();
    right_->clear();
    for (const PastCompilation& each : past_) {
      left_->addItem(each.title);
      right_->addItem(each.title);
    }
    const int last = static_cast<int>(past_.size()) - 1;
    left_->setCurrentIndex(std::max(0, last - 1));
    right_->setCurrentIndex(last);
  }
  refresh();
}

std::optional<KernelRecord> KernelDiff::side(const QComboBox* choice) const {
  const int at = choice->currentIndex();
  if (at < 0 || at >= std::ssize(past_)) return std::nullopt;
  const CompilationRecordPtr record = past_[static_cast<std::size_t>(at)].record;
  const KernelRecord* kernel = record->kernel(kernel_.toStdString());
  return kernel ? std::optional(*kernel) : std::nullopt;
}

QString KernelDiff::figures(const KernelRecord& left, const KernelRecord& right) const {
  QStringList parts;
  const auto time = [](const KernelRecord& kernel) {
    return kernel.microseconds ? microsecondText(*kernel.microseconds) : tr("not run");
  };
  if (left.microseconds || right.microseconds) parts << fromTo(time(left), time(right));
  parts << fromTo(flopText(left.flops), flopText(right.flops));
  parts << fromTo(byteText(left.bytes), byteText(right.bytes));
  parts << fromTo(countText(std::ssize(left.ops), tr("op")),
                  countText(std::ssize(right.ops), tr("op")));
  return parts.join(QString::fromUtf8(" · "));
}

// Requests the texts of both sides once the view is visible.
void KernelDiff::readTexts() {
  if (!isVisible() || kind_->currentIndex() <= 0) return;
  for (const QComboBox* choice : {left_, right_})
    if (const int at = choice->currentIndex(); at >= 0 && at < std::ssize(past_))
      workspace_.compilations.readPastKernel(past_[static_cast<std::size_t>(at)].request, kernel_);
}

void KernelDiff::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void KernelDiff::refresh() {
  readTexts();
  const std::optional<KernelRecord> left = side(left_), right = side(right_);
  const TextKind kind = kinds[static_cast<std::size_t>(std::max(0, kind_->currentIndex()))];
  const auto text = [kind](const std::optional<KernelRecord>& kernel) {
    return kernel ? QString::fromStdString(textOf(*kernel, kind).text) : QString();
  };
  diff_->setTexts(text(left), text(right), languageOf(kind));
  if (past_.size() < 2)
    return words_->setText(tr("Only one compilation so far: disable a pass to compare."));
  if (!left && !right)
    return words_->setText(tr("Neither compilation has a kernel %1.").arg(kernel_));
  if (!left || !right)
    return words_->setText(tr("Only the %1 compilation has a kernel %2.")
                               .arg(left ? tr("left") : tr("right"), kernel_));
  for (const auto* each : {&left, &right}) {
    const KernelText& missing = textOf(**each, kind);
    if (!missing.text.empty()) continue;
    const QString which = each == &left ? tr("left compilation") : tr("right compilation");
    return words_->setText(
        workspace_.compilations.readingKernels()
            ? tr("Generating the %1 of the %2.").arg(titleOf(kind), which)
            : tr("The %1 has no %2: %3")
                  .arg(which, titleOf(kind), QString::fromStdString(missing.absent)));
  }
  const DiffCount lines = diff_->changes();
  words_->setText((lines.added + lines.removed == 0
                       ? tr("identical text")
                       : QString::fromUtf8("+%1 −%2 lines").arg(lines.added).arg(lines.removed)) +
                  QString::fromUtf8(" · ") + figures(*left, *right));
}

}  // namespace ng::views
