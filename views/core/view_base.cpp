// SPDX-License-Identifier: Apache-2.0
#include "views/core/view_base.h"

#include <QEvent>
#include <QRegion>
#include <QTimer>
#include <utility>

namespace ng::views {

QString ViewBase::arrange(const QJsonObject& options) {
  return options.isEmpty() ? QString() : "This view has no layout options.";
}

QString ViewBase::exportTo(const QString& file, double, bool) {
  return file + ": this view cannot be exported.";
}

ViewBase::Update::Update(ViewBase* view, std::function<void()> work, Shown shown)
    : view_(view), work_(std::move(work)), shown_(shown) {
  view->updates_.push_back(this);
}

void ViewBase::Update::request() {
  waits_ = !view_->seen();
  if (!waits_) work_();
}

bool ViewBase::seen() const {
  return isVisible() && !visibleRegion().isEmpty();
}

// A dock tab that comes to the front only gets a paint event. A 0 ms timer could fire within the
// same turn of the event loop.
bool ViewBase::event(QEvent* event) {
  const bool shown = event->type() == QEvent::Show;
  if (shown || event->type() == QEvent::Paint)
    for (Update* update : updates_) {
      if (!update->waits_) continue;
      if (shown && update->shown_ == Shown::atOnce && seen())
        update->request();
      else
        QTimer::singleShot(1, update, [update] {
          if (update->waits_) update->request();
        });
    }
  return QWidget::event(event);
}

}  // namespace ng::views
