// SPDX-License-Identifier: Apache-2.0
#include "app/window/restored_strip.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>

#include "app/drafts/journal.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {

RestoredStrip::RestoredStrip(QWidget* parent) : QFrame(parent), words_(new QLabel) {
  setObjectName("restoredStrip");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 3, 6, 3);
  row->setSpacing(metrics::grid);
  words_->setWordWrap(true);
  row->addWidget(words_, 1);
  auto* keep = new QToolButton;
  auto* discard = new QToolButton;
  keep->setText("Keep");
  keep->setToolTip("Keep the edits; save them with Ctrl+S");
  discard->setText("Discard");
  discard->setToolTip("Return to the saved document");
  for (QToolButton* button : {keep, discard}) {
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
  }
  hide();
  connect(keep, &QToolButton::clicked, this, &QWidget::hide);
  connect(discard, &QToolButton::clicked, this, [this] {
    hide();
    emit discardWanted();
  });
  connect(&Theme::current(), &Theme::changed, this, &RestoredStrip::followTheme);
}

void RestoredStrip::tell(const RestoredEdits& edits) {
  const bool today = edits.last.date() == QDate::currentDate();
  const QString time = QLocale::c().toString(edits.last, today ? "HH:mm" : "d MMMM, HH:mm");
  const QString name = edits.path.isEmpty() ? "a new document" : QFileInfo(edits.path).fileName();
  words_->setText(QString("%1 from %2 %3 restored to %4: the workbench ended before %5 saved.")
                      .arg(countText(edits.count, "edit"), time, edits.count == 1 ? "was" : "were",
                           name, edits.count == 1 ? "it was" : "they were"));
  followTheme();
  show();
}

QString RestoredStrip::text() const {
  return isHidden() ? QString() : words_->text();
}

void RestoredStrip::followTheme() {
  const Colours& c = Theme::current().colours();
  setStyleSheet(QString("#restoredStrip { background: %1; border-bottom: 1px solid %2; }")
                    .arg(c.changedRow.name(), c.separator.name()));
}

}  // namespace ng::views
