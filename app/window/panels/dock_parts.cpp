// SPDX-License-Identifier: Apache-2.0
// Dock titles and the folding panel.
#include "app/window/panels/dock_parts.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include "views/core/theme/theme.h"

namespace ng::views {

namespace {
constexpr int railWidth = 44;
}

DockTitle::DockTitle(QDockWidget* dock)
    : QWidget(dock), dock_(dock), close_(new QToolButton(this)) {
  close_->setIcon(Theme::current().icon("close"));
  close_->setIconSize({12, 12});
  close_->setFixedSize(20, 20);
  close_->setToolTip("Hide " + dock->windowTitle());
  close_->setFocusPolicy(Qt::NoFocus);
  connect(close_, &QToolButton::clicked, dock, &QDockWidget::close);
}

QSize DockTitle::minimumSizeHint() const {
  return {railWidth, sizeHint().height()};
}

QSize DockTitle::sizeHint() const {
  return {60, maximumHeight() == 0 ? 0 : metrics::strip};
}

void DockTitle::resizeEvent(QResizeEvent*) {
  close_->setVisible(width() > railWidth);
  close_->move(width() - 24, (height() - 20) / 2);
}

// The base class would float the dock.
void DockTitle::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  emit doubleClicked();
}

void DockTitle::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  QPainter painter(this);
  painter.fillRect(rect(), theme.colours().chrome);
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.colours().separator);
  QFont font = theme.tableFont();
  font.setWeight(QFont::DemiBold);
  painter.setFont(font);
  painter.setPen(theme.colours().text);
  if (width() <= railWidth) return;
  painter.drawText(rect().adjusted(10, 0, -28, 0), Qt::AlignVCenter, dock_->windowTitle());
}

FoldingPanel::FoldingPanel(QWidget* view, const QString& icon, const QString& title)
    : view_(view), rail_(new QToolButton) {
  rail_->setIcon(Theme::current().icon(icon));
  rail_->setToolTip("Show " + title);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(view_, 1);
  row->addWidget(rail_, 0, Qt::AlignTop | Qt::AlignHCenter);
  rail_->hide();
  connect(rail_, &QToolButton::clicked, this, [this] { setFolded(false); });
}

void FoldingPanel::setFolded(bool folded) {
  if (folded == folded_) return;
  folded_ = folded;
  view_->setVisible(!folded);
  rail_->setVisible(folded);
  setMinimumWidth(folded ? railWidth : 0);
  setMaximumWidth(folded ? railWidth : QWIDGETSIZE_MAX);
}

}  // namespace ng::views
