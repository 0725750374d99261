// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/source_chooser.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QFileInfo>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/records/plan_record.h"
#include "views/core/theme/theme.h"

namespace ng::views {

SourceChooser::SourceChooser(Editor& editor, OpId placeholder, const PlanGivenRecord& now,
                             const QString& path, QWidget* parent)
    : QWidget(parent),
      editor_(editor),
      op_(placeholder),
      path_(path),
      rows_(editor.sources(placeholder)),
      kinds_(new QComboBox),
      line_(new QLineEdit),
      completer_(new QCompleter(new QStringListModel(this), this)),
      file_(new QToolButton),
      words_(new QLabel) {
  const Theme& theme = Theme::current();
  for (const SourceRow& each : rows_) kinds_->addItem(each.title, QVariant::fromValue(each.kind));
  kinds_->setAccessibleName(tr("Kind of source"));
  kinds_->setToolTip(tr("Source of the values"));
  line_->setFont(theme.monoFont());
  line_->setAccessibleName(tr("Source"));
  completer_->setCaseSensitivity(Qt::CaseInsensitive);
  completer_->setFilterMode(Qt::MatchContains);
  completer_->popup()->setFont(theme.monoFont());
  line_->setCompleter(completer_);
  file_->setText(QString::fromUtf8("…"));
  file_->setToolTip(tr("Choose a file in the document's folder"));
  file_->setAccessibleName(tr("Choose a file"));
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  words_->setFont(theme.captionFont());
  auto* entry = new QHBoxLayout;
  entry->setContentsMargins(0, 0, 0, 0);
  entry->setSpacing(4);
  entry->addWidget(line_, 1);
  entry->addWidget(file_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 2, 0, metrics::grid);
  column->setSpacing(4);
  column->addWidget(kinds_);
  column->addLayout(entry);
  column->addWidget(words_);
  setFocusProxy(line_);
  const int kind = kinds_->findData(QVariant::fromValue(now.kind));
  kinds_->setCurrentIndex(std::max(kind, 0));
  showKind();
  const QString source = QString::fromStdString(now.source);
  bool isNumber = false;
  source.toDouble(&isNumber);
  // An array's source is only a summary of its shape.
  const bool whole = now.kind != GivenKind::value || isNumber;
  if (kind >= 0 && !now.assumed && whole) line_->setText(source);
  source_ = line_->text();
  line_->installEventFilter(this);
  connect(kinds_, &QComboBox::currentIndexChanged, this, [this] {
    line_->clear();
    showKind();
    line_->setFocus(Qt::OtherFocusReason);
  });
  connect(line_, &QLineEdit::returnPressed, this, &SourceChooser::give);
  connect(line_, &QLineEdit::textEdited, this, [this] { showKind(); });
  connect(file_, &QToolButton::clicked, this, &SourceChooser::chooseFile);
}

// Queued: the widget that was clicked gets its click first.
bool SourceChooser::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::FocusOut) return QWidget::eventFilter(watched, event);
  const bool clicked = static_cast<QFocusEvent*>(event)->reason() == Qt::MouseFocusReason;
  const QString text = line_->text().trimmed();
  if (clicked && !isAncestorOf(QApplication::focusWidget()) && !text.isEmpty() && text != source_)
    QMetaObject::invokeMethod(this, &SourceChooser::give, Qt::QueuedConnection);
  return false;
}

const SourceRow& SourceChooser::row() const {
  static const SourceRow none;
  const auto at = static_cast<std::size_t>(kinds_->currentIndex());
  return at < rows_.size() ? rows_[at] : none;
}

void SourceChooser::showKind() {
  const SourceRow& kind = row();
  auto* choices = static_cast<QStringListModel*>(completer_->model());
  if (choices->stringList() != kind.choices) choices->setStringList(kind.choices);
  line_->setPlaceholderText(kind.example);
  line_->setToolTip(tr("For example %1. Enter applies it; Ctrl+Z undoes it").arg(kind.example));
  file_->setVisible(kind.kind == GivenKind::file);
  say(kind.help, false);
}

void SourceChooser::say(const QString& words, bool refused) {
  const Colours& colours = Theme::current().colours();
  refused_ = refused;
  words_->setText(words);
  QPalette palette = words_->palette();
  palette.setColor(QPalette::WindowText, refused ? colours.error : colours.dimText);
  words_->setPalette(palette);
}

QString SourceChooser::refusal() const {
  return refused_ ? words_->text() : QString();
}

// On success the owner rebuilds this widget together with the plan.
void SourceChooser::give() {
  const QString source = line_->text().trimmed();
  if (source.isEmpty()) return say(tr("Enter a source, for example %1").arg(row().example), true);
  const EditAnswer answer = editor_.apply(editor_.sourceLine(op_, row().kind, source));
  if (!answer.good) return say((answer.text + u'\n' + answer.details).trimmed(), true);
  emit given();
}

// The range of pixel values that is set, else 0..1.
QString SourceChooser::rangeNow() const {
  const QString range = line_->text().section(u':', -1).trimmed();
  return line_->text().contains(u':') && !range.isEmpty() ? range : QStringLiteral("0..1");
}

// Documents refer to files in their own folder, so that both can be moved together.
void SourceChooser::chooseFile() {
  if (path_.isEmpty())
    return say(tr("Save the document first: data files must be in its folder."), true);
  const QDir folder = QFileInfo(path_).absoluteDir();
  const QString file = QFileDialog::getOpenFileName(
      this, tr("Choose a file"), folder.path(),
      tr("Arrays and images (*.npy *.npz *.safetensors *.idx *-ubyte *.png *.jpg *.jpeg *.bmp "
         "*.webp);;All files (*)"));
  if (file.isEmpty()) return;
  const QString inside = folder.relativeFilePath(file);
  const bool outside = inside.startsWith("..") || QDir::isAbsolutePath(inside);
  if (QImageReader::supportedImageFormats().contains(
          QFileInfo(file).suffix().toLower().toLatin1())) {
    line_->setText((outside ? file : inside) + u':' + rangeNow());
    return give();
  }
  if (outside)
    return say(tr("%1 is outside the document's folder: copy it to %2 first.")
                   .arg(QFileInfo(file).fileName(), folder.path()),
               true);
  line_->setText(inside);
  give();
}

PlanGivenRecord givenTo(const PlanRecord& plan, const std::string& placeholder) {
  for (const PlanGivenRecord& each : plan.given)
    if (each.placeholder == placeholder) return each;
  return {placeholder, {}, {}};
}

QString givenWords(const PlanGivenRecord& given) {
  if (given.source.empty()) return QObject::tr("needs a source");
  if (given.assumed)
    return QObject::tr("no value, %1 is used").arg(QString::fromStdString(given.source));
  return QString::fromStdString(given.source);
}

}  // namespace ng::views
