// SPDX-License-Identifier: Apache-2.0
#include "app/window/panels/panel_sizes.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QSplitter>
#include <QTabBar>

#include "app/window/panels/dock_parts.h"

namespace ng::views {
namespace {

// resizeDocks() counts the tabs above a dock as part of it.
int tabsAbove(const QDockWidget& dock) {
  for (const QTabBar* tabs :
       dock.parentWidget()->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
    if (tabs->isVisible() && tabs->geometry().bottom() + 1 == dock.geometry().top() &&
        tabs->geometry().contains(
            QPoint(dock.geometry().center().x(), tabs->geometry().center().y())))
      return tabs->height();
  return 0;
}

bool isFolded(const QDockWidget* dock) {
  const auto* panel = dock ? qobject_cast<const FoldingPanel*>(dock->widget()) : nullptr;
  return panel != nullptr && panel->folded();
}

}  // namespace

PanelSizes::PanelSizes(QMainWindow* window) : QObject(window), window_(window) {
  window->installEventFilter(this);
  for (QDockWidget* dock : window->findChildren<QDockWidget*>()) dock->installEventFilter(this);
  for (QSplitter* parts : window->findChildren<QSplitter*>())
    connect(parts, &QSplitter::splitterMoved, this, &PanelSizes::note);
  for (QTimer* timer : {&noting_, &restoring_}) timer->setSingleShot(true);
  connect(&noting_, &QTimer::timeout, this, &PanelSizes::take);
  connect(&restoring_, &QTimer::timeout, this, &PanelSizes::restore);
}

QList<QDockWidget*> PanelSizes::seen() const {
  QList<QDockWidget*> docks;
  for (QDockWidget* dock : window_->findChildren<QDockWidget*>())
    if (!dock->isFloating() && !dock->visibleRegion().isEmpty()) docks << dock;
  return docks;
}

void PanelSizes::note() {
  noting_.start(0);
}

// A folded panel keeps the size that it had before.
void PanelSizes::take() {
  if (restoring_.isActive()) return;
  at_ = window_->size();
  std::erase_if(docks_, [](const auto& known) { return !isFolded(known.first); });
  parts_.clear();
  for (QDockWidget* dock : seen())
    if (!isFolded(dock)) docks_[dock] = dock->size() + QSize(0, tabsAbove(*dock));
  for (QSplitter* parts : window_->findChildren<QSplitter*>())
    if (parts->isVisible()) parts_[parts] = parts->sizes();
}

// Sizes change with the contents, with the window, and by dragging (separators belong to the
// window).
bool PanelSizes::eventFilter(QObject* watched, QEvent* event) {
  const bool dragged = watched == window_ && event->type() == QEvent::MouseButtonRelease;
  const bool changed = watched != window_ && event->type() == QEvent::Resize;
  if (dragged || (changed && window_->size() == at_ && !restoring_.isActive())) note();
  return QObject::eventFilter(watched, event);
}

// Restores again after panels that fold with the window have settled.
void PanelSizes::windowResized() {
  noting_.stop();
  restore();
  restoring_.start(0);
}

// Sets the depth of each side first, then the shares of its docks.
void PanelSizes::restore() {
  QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  const QSize now = window_->size();
  const bool wide = now.width() >= at_.width(), high = now.height() >= at_.height();
  for (const bool depth : {true, false})
    for (const Qt::DockWidgetArea area : {Qt::BottomDockWidgetArea, Qt::LeftDockWidgetArea,
                                          Qt::RightDockWidgetArea, Qt::TopDockWidgetArea}) {
      const bool level = area == Qt::BottomDockWidgetArea || area == Qt::TopDockWidgetArea;
      const bool heights = level == depth;
      QList<QDockWidget*> docks;
      QList<int> sizes;
      for (QDockWidget* dock : seen()) {
        const auto known = docks_.find(dock);
        if (known == docks_.end() || window_->dockWidgetArea(dock) != area) continue;
        docks << dock;
        sizes << (heights ? known->second.height() : known->second.width());
      }
      if (heights ? high : wide)
        window_->resizeDocks(docks, sizes, heights ? Qt::Vertical : Qt::Horizontal);
    }
  if (!wide || !high) return;
  for (const auto& [parts, sizes] : parts_)
    if (parts && parts->isVisible() && parts->count() == sizes.size()) parts->setSizes(sizes);
}

}  // namespace ng::views
