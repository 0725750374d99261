// SPDX-License-Identifier: Apache-2.0
#include "app/workbench/unsaved_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <utility>

#include "views/core/theme.h"

namespace ng::views {

UnsavedStrip::UnsavedStrip(QWidget* parent)
    : QFrame(parent), words_(new QLabel), save_(new QToolButton) {
  setObjectName("unsavedStrip");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 3, 6, 3);
  row->setSpacing(metrics::grid);
  words_->setWordWrap(true);
  auto* discard = new QToolButton;
  auto* cancel = new QToolButton;
  save_->setText("Save");
  save_->setToolTip("Save the document, then go on  Return");
  discard->setText("Discard");
  discard->setToolTip("Forget the edits, then go on");
  cancel->setText("Cancel");
  cancel->setToolTip("Stay with this document");
  row->addWidget(words_, 1);
  for (QToolButton* button : {save_, discard, cancel}) {
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
  }
  hide();
  connect(save_, &QToolButton::clicked, this, &UnsavedStrip::saveWanted);
  connect(discard, &QToolButton::clicked, this, &UnsavedStrip::discardWanted);
  connect(cancel, &QToolButton::clicked, this, &UnsavedStrip::cancel);
}

void UnsavedStrip::ask(const QString& document, std::function<void()> go) {
  go_ = std::move(go);
  words_->setText(QString("%1 has edits that are not saved.").arg(document));
  const Colours& c = Theme::current().colours();
  setStyleSheet(QString("#unsavedStrip { background: %1; border-bottom: 1px solid %2; }")
                    .arg(c.changedRow.name(), c.separator.name()));
  show();
  save_->setFocus(Qt::OtherFocusReason);
}

QString UnsavedStrip::text() const {
  return isHidden() ? QString() : words_->text();
}

void UnsavedStrip::goOn() {
  hide();
  if (const auto go = std::exchange(go_, {})) go();
}

void UnsavedStrip::cancel() {
  go_ = {};
  hide();
}

}  // namespace ng::views
