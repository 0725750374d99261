// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/metadata_window.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>

#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

QString textOf(const std::map<std::string, std::string>& metadata) {
  QString lines, programs;
  qsizetype width = 0;
  for (const auto& [key, value] : metadata)
    if (value.find('\n') == value.npos) width = std::max<qsizetype>(width, std::ssize(key));
  for (const auto& [key, value] : metadata) {
    const QString name = QString::fromStdString(key), content = QString::fromStdString(value);
    if (content.contains('\n'))
      programs += "\n" + name + "\n" + content + (content.endsWith('\n') ? "" : "\n");
    else
      lines += name.leftJustified(width + 2) + content + "\n";
  }
  return lines + programs;
}

}  // namespace

MetadataWindow::MetadataWindow(const QString& file,
                               const std::map<std::string, std::string>& metadata, QWidget* parent)
    : QDialog(parent), text_(new QPlainTextEdit(textOf(metadata))) {
  setWindowTitle(tr("Metadata of %1").arg(file));
  setAttribute(Qt::WA_DeleteOnClose);
  text_->setReadOnly(true);
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFont(Theme::current().monoFont());
  text_->setAccessibleName(windowTitle());
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(text_);
  resize(720, 480);
}

QString MetadataWindow::text() const {
  return text_->toPlainText();
}

}  // namespace ng::views
