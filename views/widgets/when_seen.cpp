// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/when_seen.h"

#include <QEvent>
#include <QRegion>
#include <QTimer>
#include <QWidget>
#include <utility>

namespace ng::views {

WhenSeen::WhenSeen(QWidget* view, std::function<void()> work)
    : view_(view), work_(std::move(work)) {
  view->installEventFilter(this);
}

void WhenSeen::ask() {
  waits_ = !seen();
  if (!waits_) work_();
}

bool WhenSeen::seen() const {
  return view_->isVisible() && !view_->visibleRegion().isEmpty();
}

// A dock that comes to the front is only painted. All panels are shown at once when a document
// opens: each works in a turn of its own, and a timer of no time would be part of this turn.
bool WhenSeen::eventFilter(QObject*, QEvent* event) {
  if (waits_ && (event->type() == QEvent::Show || event->type() == QEvent::Paint))
    QTimer::singleShot(1, this, [this] {
      if (waits_) ask();
    });
  return false;
}

}  // namespace ng::views
