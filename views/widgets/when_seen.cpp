// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/when_seen.h"

#include <QEvent>
#include <QRegion>
#include <QTimer>
#include <QWidget>
#include <utility>

namespace ng::views {

WhenSeen::WhenSeen(QWidget* view, std::function<void()> work, Shown shown)
    : view_(view), work_(std::move(work)), shown_(shown) {
  view->installEventFilter(this);
}

void WhenSeen::ask() {
  waits_ = !seen();
  if (!waits_) work_();
}

bool WhenSeen::seen() const {
  return view_->isVisible() && !view_->visibleRegion().isEmpty();
}

// A dock tab that comes to the front only gets a paint event. A 0 ms timer could fire within the
// same event loop turn.
bool WhenSeen::eventFilter(QObject*, QEvent* event) {
  if (!waits_) return false;
  if (event->type() == QEvent::Show && shown_ == Shown::atOnce && seen())
    ask();
  else if (event->type() == QEvent::Paint || event->type() == QEvent::Show)
    QTimer::singleShot(1, this, [this] {
      if (waits_) ask();
    });
  return false;
}

}  // namespace ng::views
