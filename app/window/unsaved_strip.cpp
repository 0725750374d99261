// SPDX-License-Identifier: Apache-2.0
#include "app/window/unsaved_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <utility>

#include "views/core/theme/theme.h"

namespace ng::views {

UnsavedStrip::UnsavedStrip(QWidget* parent)
    : QFrame(parent), words_(new QLabel), save_(new QToolButton), discard_(new QToolButton) {
  setObjectName("unsavedStrip");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 3, 6, 3);
  row->setSpacing(metrics::grid);
  words_->setWordWrap(true);
  save_->setText("Save");
  save_->setToolTip("Save the edits");
  discard_->setText("Discard");
  discard_->setToolTip("Discard the edits");
  auto* cancel = new QToolButton;
  cancel->setText("Cancel");
  cancel->setToolTip("Keep the document open, with its edits (Esc)");
  row->addWidget(words_, 1);
  for (QToolButton* button : {save_, discard_, cancel}) {
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
  }
  hide();
  connect(save_, &QToolButton::clicked, this, &UnsavedStrip::saveWanted);
  connect(discard_, &QToolButton::clicked, this, &UnsavedStrip::discardWanted);
  connect(cancel, &QToolButton::clicked, this, &UnsavedStrip::take);
}

void UnsavedStrip::ask(const QString& path, const QString& shownName, Command command) {
  path_ = path;
  run_ = std::move(command.run);
  const QString name = path.isEmpty() ? "The new document" : shownName;
  words_->setText(
      QString("%1 has unsaved edits. Save them before you %2?").arg(name, command.words));
  save_->setText("Save and " + command.verb);
  save_->setToolTip(QString("Save %1, then %2 (Return)").arg(name, command.words));
  discard_->setText("Discard and " + command.verb);
  discard_->setToolTip(QString("Discard the edits of %1, then %2").arg(name, command.words));
  const Colours& c = Theme::current().colours();
  setStyleSheet(QString("#unsavedStrip { background: %1; border-bottom: 1px solid %2; }")
                    .arg(c.changedRow.name(), c.separator.name()));
  show();
  save_->setFocus(Qt::OtherFocusReason);
}

QString UnsavedStrip::text() const {
  return isHidden() ? QString() : words_->text();
}

std::function<void()> UnsavedStrip::take() {
  hide();
  return std::exchange(run_, {});
}

}  // namespace ng::views
