// SPDX-License-Identifier: Apache-2.0
#include "views/debug/debug_view.h"

#include <QAction>
#include <QDockWidget>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "views/debug/bisect_page.h"
#include "views/debug/breakpoints_page.h"
#include "views/debug/compare_page.h"
#include "views/debug/health_page.h"
#include "views/debug/what_if_page.h"

namespace ng::views {
namespace {

enum Tab {
  breakpointsTab,
  healthTab,
  compareTab,
  bisectTab,
  whatIfTab
};  // in the order of the tabs

}  // namespace

DebugView::DebugView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      tabs_(new QTabBar),
      breakpointsPage_(new BreakpointsPage(workspace)),
      health_(new HealthPage(workspace)),
      comparePage_(new ComparePage(workspace)),
      bisectPage_(new BisectPage(workspace)),
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
  add(tr("Compare"), comparePage_);
  add(tr("Bisect"), bisectPage_);
  add(tr("What if"), whatIf_);
  connect(tabs_, &QTabBar::currentChanged, stack, &QStackedWidget::setCurrentIndex);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tabs_);
  column->addWidget(stack, 1);
  connect(comparePage_, &ComparePage::started, this,
          [this](const QStringList& words) { emit echoed("compare", words); });
  connect(&workspace.faults, &Faults::stopReached, this, [this] { showPage(breakpointsTab); });
  addCommands(workspace);
}

void DebugView::addCommands(Workspace& workspace) {
  const auto command = [this](const QString& text, Tab page, auto call) {
    auto* action = new QAction(text, this);
    connect(action, &QAction::triggered, this, [this, page, call] {
      comeForward();
      showPage(page);
      call();
    });
    addAction(action);
  };
  command(tr("Compare op by op with another transformer, precision or program"), compareTab,
          [this] { comparePage_->compare(); });
  command(tr("Bisect the passes by their results"), bisectTab,
          [this] { bisectPage_->bisect(false); });
  command(tr("Bisect the passes by time"), bisectTab, [this] { bisectPage_->bisect(true); });
  command(tr("Watch for NaN, infinities and ranges"), healthTab,
          [&faults = workspace.faults] { faults.watchHealth(!faults.watchesHealth()); });
  command(tr("Edit a number and see what changes"), whatIfTab, [this] { whatIf_->focusLine(); });
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

std::span<const ViewOption> DebugView::options() {
  static const ViewOption rows[] = {
      {.name = "compare-values",
       .value = "RIGHT",
       .help = "Compare the values of all ops with another transformer, bf16, f16, f32, f64, "
               "onnxruntime, or a file of values",
       .stage = ViewOption::Stage::compiled}};
  return rows;
}

QString DebugView::arrange(const QJsonObject& options) {
  const QString right = options["compare-values"].toString();
  if (right.isEmpty() || right == compared_) return {};
  compared_ = right;
  if (!comparePage_->fields().choose(right))
    return tr("--compare-values cannot compare with \"%1\"").arg(right);
  showPage(compareTab);
  comparePage_->compare();
  return {};
}

}  // namespace ng::views
