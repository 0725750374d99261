// SPDX-License-Identifier: Apache-2.0
#include "views/debug/debug_view.h"

#include <QAction>
#include <QDockWidget>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "views/debug/breakpoints_page.h"
#include "views/debug/health_page.h"
#include "views/debug/query_page.h"
#include "views/debug/what_if_page.h"

namespace ng::views {

DebugView::DebugView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      tabs_(new QTabBar),
      breakpointsPage_(new BreakpointsPage(workspace)),
      health_(new HealthPage(workspace)),
      queryPage_(new QueryPage(workspace)),
      whatIf_(new WhatIfPage(workspace)) {
  auto* stack = new QStackedWidget;
  stack->setMinimumSize(240, 120);
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  const auto add = [&](const QString& title, QWidget* page) {
    tabs_->addTab(title);
    stack->addWidget(page);
  };
  add(tr("Breakpoints and watches"), breakpointsPage_);
  add(tr("Health"), health_);
  add(tr("Compare and bisect"), queryPage_);
  add(tr("What if"), whatIf_);
  connect(tabs_, &QTabBar::currentChanged, stack, &QStackedWidget::setCurrentIndex);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tabs_);
  column->addWidget(stack, 1);
  const auto command = [this](const QString& text, int page, auto call) {
    auto* action = new QAction(text, this);
    connect(action, &QAction::triggered, this, [this, page, call] {
      comeForward();
      showPage(page);
      call();
    });
    addAction(action);
  };
  command(tr("Compare the transformers op by op"), 2, [this] { queryPage_->compare(); });
  command(tr("Bisect the passes by their results"), 2, [this] { queryPage_->bisect(false); });
  command(tr("Bisect the passes by time"), 2, [this] { queryPage_->bisect(true); });
  command(tr("Watch for NaN, infinities and ranges"), 1,
          [&faults = workspace.faults] { faults.watchHealth(!faults.watchesHealth()); });
  command(tr("Edit a number and see what changes"), 3, [this] { whatIf_->focusLine(); });
  connect(&workspace.faults, &Faults::stopReached, this, [this] { showPage(0); });
}

// Shows the panel that a command from elsewhere belongs to.
void DebugView::comeForward() {
  QWidget* around = parentWidget();
  while (around && !qobject_cast<QDockWidget*>(around)) around = around->parentWidget();
  if (!around) return;
  around->show();
  around->raise();
}

void DebugView::showPage(int page) {
  tabs_->setCurrentIndex(page);
}

}  // namespace ng::views
