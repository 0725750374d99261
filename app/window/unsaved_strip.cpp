// SPDX-License-Identifier: Apache-2.0
#include "app/window/unsaved_strip.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <utility>

#include "views/core/theme/theme.h"

namespace ng::views {

UnsavedStrip::UnsavedStrip(bool keepsStates, QWidget* parent)
    : QFrame(parent),
      words_(new QLabel),
      save_(new QToolButton),
      discard_(new QToolButton),
      keepsStates_(keepsStates) {
  setObjectName("unsavedStrip");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 3, 6, 3);
  row->setSpacing(metrics::grid);
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  save_->setText("Save");
  save_->setToolTip("Save the work");
  discard_->setText("Discard");
  discard_->setToolTip("Discard the work");
  auto* stay = new QToolButton;
  stay->setText("Stay");
  stay->setToolTip("Change nothing (Esc)");
  row->addWidget(words_, 1);
  for (QToolButton* button : {save_, discard_, stay}) {
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
  }
  hide();
  connect(save_, &QToolButton::clicked, this, &UnsavedStrip::saveWanted);
  connect(discard_, &QToolButton::clicked, this, &UnsavedStrip::discardWanted);
  connect(stay, &QToolButton::clicked, this, &UnsavedStrip::dismiss);
}

void UnsavedStrip::ask(const QString& path, const QString& shownName, const WorkAtStake& work,
                       Command command) {
  path_ = path;
  name_ = path.isEmpty() ? "The new document" : shownName;
  command_ = std::move(command);
  work_ = {};
  setWork(work);
  const Colours& c = Theme::current().colours();
  setStyleSheet(QString("#unsavedStrip { background: %1; border-bottom: 1px solid %2; }")
                    .arg(c.changedRow.name(), c.separator.name()));
  show();
  (work.saves() ? save_ : discard_)->setFocus(Qt::OtherFocusReason);
}

void UnsavedStrip::setWork(const WorkAtStake& work) {
  if (work == work_) return;
  work_ = work;
  words_->setText(questionOf(work, name_, command_.words));
  save_->setVisible(work.saves());
  save_->setText(saveLabel(work, command_.verb));
  save_->setToolTip(QString("Save, then %1 (Return)").arg(command_.words));
  discard_->setText((work.saves() ? "Discard and " : "Stop and ") + command_.verb);
  QString tip = "Go ahead without saving.";
  if (work.edits) tip += " File > Restore discarded edits brings the edits back.";
  if (work.iterations > 0 && keepsStates_)
    tip += " File > Restore discarded state brings the trained variables back.";
  discard_->setToolTip(tip);
}

// Without a desktop's theme, Qt's buttons take the space bar only.
void UnsavedStrip::keyPressEvent(QKeyEvent* event) {
  auto* button = qobject_cast<QToolButton*>(focusWidget());
  if (button != nullptr && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
    return button->click();
  QFrame::keyPressEvent(event);
}

QString UnsavedStrip::text() const {
  return isHidden() ? QString() : words_->text();
}

void UnsavedStrip::dismiss() {
  take();
  emit dismissed();
}

std::function<void()> UnsavedStrip::take() {
  hide();
  return std::exchange(command_, {}).run;
}

}  // namespace ng::views
