// SPDX-License-Identifier: Apache-2.0
#include "app/window/panels/maximized_view.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "app/window/docks.h"
#include "views/core/theme/theme.h"

namespace ng::views {

MaximizedView::MaximizedView(QMainWindow* window) : QObject(window), window_(window) {}

void MaximizedView::setPages(QStackedWidget* pages) {
  pages_ = pages;
  frame_ = new QWidget;
  title_ = new QLabel;
  auto* back = new QToolButton;
  back->setText("Restore  Ctrl+M");
  back->setToolTip("Show the other views again (Ctrl+M)");
  back->setFocusPolicy(Qt::TabFocus);
  connect(back, &QToolButton::clicked, this, &MaximizedView::restore);
  auto* header = new QWidget;
  header->setFixedHeight(metrics::strip);
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(10, 0, 6, 0);
  row->addWidget(title_, 1);
  row->addWidget(back);
  QFont font = Theme::current().tableFont();
  font.setWeight(QFont::DemiBold);
  title_->setFont(font);
  auto* column = new QVBoxLayout(frame_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(header);
  pages_->addWidget(frame_);
}

void MaximizedView::show(QDockWidget* dock) {
  restore();
  state_ = window_->saveState(stateVersion);
  page_ = pages_->currentIndex();
  active_ = true;
  dock_ = dock;
  if (dock != nullptr) {
    view_ = dock->widget();
    title_->setText(dock->windowTitle());
    frame_->layout()->addWidget(view_);
    static_cast<QVBoxLayout*>(frame_->layout())->setStretchFactor(view_, 1);
    view_->show();
    pages_->setCurrentWidget(frame_);
  }
  emit changed();
}

void MaximizedView::restore() {
  if (!std::exchange(active_, false)) return;
  if (dock_ != nullptr) {
    frame_->layout()->removeWidget(view_);
    dock_->setWidget(view_);
    view_->show();
  }
  dock_ = nullptr;
  view_ = nullptr;
  pages_->setCurrentIndex(page_);
  window_->restoreState(state_, stateVersion);
  emit changed();
}

QByteArray MaximizedView::state() const {
  return active_ ? state_ : window_->saveState(stateVersion);
}

}  // namespace ng::views
