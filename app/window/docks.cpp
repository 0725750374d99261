// SPDX-License-Identifier: Apache-2.0
// Placement of docks and switching between layouts.
#include "app/window/docks.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>
#include <QTabBar>
#include <QTimer>
#include <algorithm>

#include "app/window/panels/dock_parts.h"
#include "app/window/panels/maximized_view.h"
#include "app/window/panels/panel_sizes.h"
#include "views/view_table.h"

namespace ng::views {

namespace {

constexpr int leastView = 200, narrowView = 312, lowView = 80;

// Keeps changes of style from widgets that have not been shown or measured: they take their style
// then. With a style sheet of the application, Qt sends such a change to every widget below one
// that gets a parent, which is a third of the time to make a window.
class StyleChangeFilter : public QObject {
 public:
  StyleChangeFilter() { qApp->installEventFilter(this); }

 protected:
  bool eventFilter(QObject* to, QEvent* event) override {
    return event->type() == QEvent::StyleChange && to->isWidgetType() &&
           !static_cast<QWidget*>(to)->testAttribute(Qt::WA_WState_Polished);
  }
};

}  // namespace

Docks::Docks(QMainWindow* window, Workspace& workspace, Settings& settings)
    : QObject(window),
      window_(window),
      workspace_(workspace),
      settings_(settings),
      maximized_(new MaximizedView(window)) {
  window_->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  window_->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  window_->setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
  window_->setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
  window_->setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks |
                          QMainWindow::GroupedDragging);
  window_->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  window_->setDocumentMode(true);
  {
    const StyleChangeFilter filter;
    for (const View& row : viewTable()) make(row);
    place();
  }
  for (const LayoutRow& row : layoutTable())  // no script is open yet
    if (settings_.layout() == row.id && row.layout != Layout::script) layout_ = row.id;
  sizes_ = new PanelSizes(window_);
}

void Docks::make(const View& row) {
  ViewBase* view = row.make(workspace_);
  view->setObjectName(QString("view.%1").arg(row.id));
  // A view may be clipped on a small screen so that the window fits there.
  if (row.place != Place::center && view->minimumWidth() == 0)
    view->setMinimumWidth(row.place == Place::bottomRight ? narrowView : leastView);
  if (row.place != Place::center && view->minimumHeight() == 0) view->setMinimumHeight(lowView);
  views_[row.id] = view;
  if (row.place == Place::center) {
    centre_ = view;
    return;
  }
  auto* dock = new QDockWidget(row.title, window_);
  dock->setObjectName(row.id);
  dock->setWindowIcon(Theme::current().icon(row.icon));
  if (row.place == Place::right) {
    folding_ = new FoldingPanel(view, row.icon, row.title);
    dock->setWidget(folding_);
  } else {
    dock->setWidget(view);
  }
  auto* title = new DockTitle(dock);
  connect(title, &DockTitle::doubleClicked, this,
          [this, id = QString(row.id)] { toggleMaximized(id); });
  dock->setTitleBarWidget(title);
  const auto later = [this] { QTimer::singleShot(0, this, &Docks::updateTitles); };
  connect(dock, &QDockWidget::dockLocationChanged, this, later);
  connect(dock, &QDockWidget::topLevelChanged, this, later);
  connect(dock, &QDockWidget::visibilityChanged, this, later);
  if (row.place == Place::bottom)
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock, id = QString(row.id)] {
      // Restoring an arrangement briefly reports all docks as visible, hence the delay.
      QTimer::singleShot(0, dock, [this, dock, id] {
        if (!dock->visibleRegion().isEmpty()) emit fronted(id);
      });
    });
  docks_[row.id] = dock;
}

// Puts every dock into its area; docks of the same place become tabs or are stacked.
void Docks::place() {
  QDockWidget* lastBottom = nullptr;
  for (const View& row : viewTable()) {
    QDockWidget* d = dock(row.id);
    if (d == nullptr) continue;
    switch (row.place) {
      case Place::left:
      case Place::leftLower: window_->addDockWidget(Qt::LeftDockWidgetArea, d); break;
      case Place::right: window_->addDockWidget(Qt::RightDockWidgetArea, d); break;
      case Place::bottom:
        window_->addDockWidget(Qt::BottomDockWidgetArea, d);
        if (lastBottom != nullptr) window_->tabifyDockWidget(lastBottom, d);
        lastBottom = d;
        break;
      case Place::bottomRight:
      case Place::center: break;
    }
  }
  for (const View& row : viewTable()) {
    if (row.place != Place::bottomRight) continue;
    window_->addDockWidget(Qt::BottomDockWidgetArea, dock(row.id), Qt::Horizontal);
  }
}

void Docks::arrange(const LayoutRow& row) {
  for (const View& view : viewTable()) {
    QDockWidget* d = dock(view.id);
    if (d == nullptr) continue;
    d->setFloating(false);
    d->setVisible(!view.hidden.testFlag(row.layout));
  }
  QList<QDockWidget*> across, down, left;
  QList<int> widths, heights, shares;
  for (const View& view : viewTable()) {
    QDockWidget* d = dock(view.id);
    if (d == nullptr || view.hidden.testFlag(row.layout)) continue;
    if (view.place == Place::left || view.place == Place::leftLower) {
      across << d, widths << row.leftWidth;
      left << d, shares << 300;  // equal shares
    }
    if (view.place == Place::right) across << d, widths << row.rightWidth;
    if (view.place == Place::bottomRight) across << d, widths << row.bottomRightWidth;
    if (view.place == Place::bottom) down << d, heights << row.bottomHeight;
    if (view.place == Place::bottom && view.front.testFlag(row.layout))
      across << d, widths << 1600 - row.rightWidth - row.bottomRightWidth;
  }
  window_->resizeDocks(across, widths, Qt::Horizontal);
  window_->resizeDocks(down, heights, Qt::Vertical);
  window_->resizeDocks(left, shares, Qt::Vertical);
  for (const View& view : viewTable())
    if (QDockWidget* d = dock(view.id); d && view.front.testFlag(row.layout)) d->raise();
}

ViewBase* Docks::view(const QString& id) const {
  const auto found = views_.find(id);
  return found == views_.end() ? nullptr : found->second;
}

ViewBase* Docks::view(Task task) const {
  return view(findView(task)->id);
}

QDockWidget* Docks::dock(const QString& id) const {
  const auto found = docks_.find(id);
  return found == docks_.end() ? nullptr : found->second;
}

ViewBase* Docks::focusedView() const {
  for (const auto& [id, widget] : views_) {
    if (widget->isAncestorOf(QApplication::focusWidget())) return widget;
  }
  return centre_ != nullptr ? centre_ : views_.begin()->second;
}

QList<QAction*> Docks::viewCommands() const {
  QList<QAction*> all;
  for (const View& row : viewTable()) all << view(row.id)->actions();
  return all;
}

void Docks::setLayout(const QString& id) {
  maximized_->restore();
  for (const LayoutRow& row : layoutTable()) {
    if (id != row.id) continue;
    layout_ = id;
    const QByteArray kept = settings_.arrangement(id);
    if (kept.isEmpty() || !window_->restoreState(kept, stateVersion)) arrange(row);
  }
  updateTitles();
  sizes_->note();
}

void Docks::windowResized() {
  if (!maximized_->active()) sizes_->windowResized();
}

void Docks::resetLayout() {
  maximized_->restore();
  settings_.forgetArrangement(layout_);
  for (auto& [id, d] : docks_) window_->removeDockWidget(d);
  place();
  setLayout(layout_);
}

// Sizes in a small window are not stored as the user's choice, unless the screen has no room for a
// larger one.
void Docks::keepLayout() {
  settings_.setLayout(layout_);
  constexpr QSize roomy(1100, 700);
  const QSize now = window_->size(), room = window_->screen()->availableSize() * 0.9;
  const bool narrow = now.width() < std::min(roomy.width(), room.width());
  const bool low = now.height() < std::min(roomy.height(), room.height());
  if (narrow || low) return;
  settings_.setArrangement(layout_, maximized_->state());
}

void Docks::raise(const QString& id) {
  QWidget* wanted = view(id);
  if (wanted == nullptr) return;
  if (maximized_->dock() != dock(id) || !maximized_->active()) maximized_->restore();
  if (QDockWidget* d = dock(id); d != nullptr && !maximized_->active()) {
    d->show();
    d->raise();
    if (folding_ != nullptr && d->widget() == folding_) folding_->setFolded(false);
  }
  wanted->setFocus(Qt::OtherFocusReason);
}

void Docks::raise(Task task) {
  raise(QString(findView(task)->id));
}

void Docks::uncover(const QString& id) {
  QDockWidget* d = dock(id);
  if (!maximized_->active() && d != nullptr && d->toggleViewAction()->isChecked()) d->raise();
}

void Docks::toggleMaximized(const QString& id) {
  QWidget* wanted = view(id);
  if (maximized_->active() || wanted == nullptr) {
    maximized_->restore();
    updateTitles();
  } else {
    maximized_->show(dock(id));
    for (auto& [other, d] : docks_) d->hide();
  }
  if (wanted != nullptr) wanted->setFocus(Qt::OtherFocusReason);
}

void Docks::tabDoubleClicked(const QString& title) {
  for (auto& [id, d] : docks_)
    if (d->windowTitle() == title) return toggleMaximized(id);
}

void Docks::hideAll() {
  maximized_->restore();
  for (auto& [id, d] : docks_) d->hide();
}

void Docks::fold(bool narrow) {
  if (folding_ == nullptr || folding_->folded() == narrow) return;
  folding_->setFolded(narrow);
  if (narrow) return;
  for (const LayoutRow& row : layoutTable()) {
    auto* panel = qobject_cast<QDockWidget*>(folding_->parentWidget());
    if (layout_ == row.id && panel != nullptr)
      window_->resizeDocks({panel}, {row.rightWidth}, Qt::Horizontal);
  }
}

// A dock in a tab group shows its title on the tab; a single dock shows it in its title bar.
void Docks::updateTitles() {
  for (auto& [id, d] : docks_) {
    const bool tabbed = !d->isFloating() && !window_->tabifiedDockWidgets(d).isEmpty();
    d->titleBarWidget()->setVisible(!tabbed);
    d->titleBarWidget()->setMaximumHeight(tabbed ? 0 : metrics::strip);
  }
  // If tabs do not fit, scroll arrows with full titles are better than elided titles.
  for (QTabBar* tabs : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
    tabs->setElideMode(Qt::ElideNone);
    tabs->setUsesScrollButtons(true);
    if (tabs->property("maximizes").toBool()) continue;  // Qt creates and reuses the tab bars
    tabs->setProperty("maximizes", true);
    connect(tabs, &QTabBar::tabBarDoubleClicked, this,
            [this, tabs](int tab) { tabDoubleClicked(tabs->tabText(tab)); });
  }
}

}  // namespace ng::views
