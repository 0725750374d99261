// SPDX-License-Identifier: Apache-2.0
#include "views/script/replace_strip.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

#include "views/core/theme/theme.h"

namespace ng::views {

ReplaceStrip::ReplaceStrip(QWidget* parent) : QFrame(parent), words_(new QLabel) {
  setObjectName("scriptReplace");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(metrics::grid + 2, 4, metrics::grid, 4);
  row->setSpacing(metrics::grid);
  words_->setWordWrap(true);
  row->addWidget(words_, 1);
  const auto add = [&](const char* label, const char* tip, auto pressed) {
    auto* button = new QPushButton(label);
    button->setToolTip(tip);
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this, pressed);
  };
  add("Save and open", "Save the edited script, then show the other", &ReplaceStrip::saveWanted);
  add("Discard and open", "Show the other script; the edits are lost",
      &ReplaceStrip::discardWanted);
  add("Keep editing", "Do not show the other script (Esc)", &QWidget::hide);
  hide();
}

void ReplaceStrip::ask(const QString& edited, const QString& next) {
  words_->setText(QString("%1 has unsaved edits. Save them before you open %2?").arg(edited, next));
  show();
}

void ReplaceStrip::followTheme() {
  const Colours& c = Theme::current().colours();
  setStyleSheet(QString("#scriptReplace { background: %1; border-top: 1px solid %2; "
                        "border-bottom: 1px solid %2; }")
                    .arg(c.changedRow.name(), c.separator.name()));
}

QString ReplaceStrip::text() const {
  return isHidden() ? QString() : words_->text();
}

void ReplaceStrip::keyPressEvent(QKeyEvent* event) {
  event->key() == Qt::Key_Escape ? hide() : QFrame::keyPressEvent(event);
}

}  // namespace ng::views
