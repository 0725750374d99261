// SPDX-License-Identifier: Apache-2.0
// A search field over the corner of a pane.
#include "views/widgets/code/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "views/core/theme/theme.h"
#include "views/widgets/escape_key.h"

namespace ng::views {
namespace {

constexpr int buttonWide = 28;

}  // namespace

FindBar::FindBar(QWidget* pane, QLineEdit* edit)
    : QFrame(pane), edit_(edit != nullptr ? edit : new QLineEdit), count_(new QLabel) {
  setAutoFillBackground(true);
  setFrameShape(StyledPanel);
  edit_->setPlaceholderText(tr("Find"));
  edit_->setFont(Theme::current().monoFont());
  edit_->installEventFilter(this);
  count_->setFont(Theme::current().captionFont());
  count_->setMinimumWidth(7 * metrics::grid);
  count_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(4, 2, metrics::grid, 2);
  row->setSpacing(metrics::grid);
  row->addWidget(edit_);
  row->addWidget(count_);
  connect(edit_, &QLineEdit::textChanged, this, &FindBar::textChanged);
  hide();
}

void FindBar::addButton(QAction* action, const QString& tip) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setIconSize({metrics::icon, metrics::icon});
  button->setFocusPolicy(Qt::TabFocus);
  layout()->addWidget(button);
  wide_ += buttonWide;
}

void FindBar::open(const QString& text) {
  show();
  raise();
  if (!text.isEmpty()) edit_->setText(text);
  edit_->selectAll();
  edit_->setFocus();
  emit textChanged(edit_->text());
}

void FindBar::leave() {
  hide();
  emit closed();
}

void FindBar::setCount(int current, int matches) {
  count_->setStyleSheet({});
  count_->setToolTip({});
  count_->setText(edit_->text().isEmpty() ? QString()
                  : matches == 0          ? tr("no matches")
                  : current > 0           ? tr("%1 of %2").arg(current).arg(matches)
                  : matches == 1          ? tr("1 match")
                                          : tr("%1 matches").arg(matches));
}

void FindBar::setError(const QString& reason) {
  count_->setStyleSheet(QString("color: %1").arg(Theme::current().colours().error.name()));
  count_->setToolTip(reason);
  count_->setText(tr("invalid"));
}

QString FindBar::countText() const {
  return count_->text();
}

void FindBar::placeIn(const QSize& pane) {
  const int wide = qMin(wide_, pane.width() - 2 * metrics::grid);
  setGeometry(pane.width() - wide - metrics::grid, 4, wide, metrics::strip + 4);
}

bool FindBar::eventFilter(QObject* watched, QEvent* event) {
  if (takesEscape(event)) return true;
  const bool claims = event->type() == QEvent::ShortcutOverride;  // from commands around the bar
  if (!claims && event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool back = key->modifiers() & Qt::ShiftModifier;
  const bool goes =
      key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter || key->key() == Qt::Key_F3;
  if (claims) {
    if (goes) event->accept();
    return goes;
  }
  if (goes) {
    back ? emit previous() : emit next();
    return true;
  }
  if (key->key() == Qt::Key_Escape) {
    leave();
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace ng::views
