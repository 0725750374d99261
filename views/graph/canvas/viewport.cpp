// SPDX-License-Identifier: Apache-2.0
// Zoom and pan.
#include "views/graph/canvas/viewport.h"

#include <algorithm>

namespace ng::views {

void Viewport::zoomAt(QPointF at, double factor) {
  setScale(at, scale_ * factor);
}

void Viewport::setScale(QPointF at, double scale) {
  const QPointF kept = toScene(at);
  scale_ = std::clamp(scale, least, most);
  origin_ = kept - at / scale_;
}

void Viewport::fit(const QRectF& area, const QSizeF& widget, double margin) {
  const QSizeF room(std::max(widget.width() - 2 * margin, 10.0),
                    std::max(widget.height() - 2 * margin, 10.0));
  if (area.isEmpty()) return;
  scale_ = std::min(room.width() / area.width(), room.height() / area.height());
  scale_ = std::clamp(scale_, least, mostWhenFitted);
  centreOn(area.center(), widget);
}

void Viewport::centreOn(QPointF scene, const QSizeF& widget) {
  origin_ = scene - QPointF(widget.width(), widget.height()) / (2 * scale_);
}

void Viewport::reveal(const QRectF& area, const QSizeF& widget, double margin) {
  const QRectF seen = visible(widget).adjusted(margin / scale_, margin / scale_, -margin / scale_,
                                               -margin / scale_);
  if (seen.width() < area.width() || seen.height() < area.height())
    return centreOn(area.center(), widget);
  if (area.left() < seen.left()) origin_.rx() -= seen.left() - area.left();
  if (area.right() > seen.right()) origin_.rx() += area.right() - seen.right();
  if (area.top() < seen.top()) origin_.ry() -= seen.top() - area.top();
  if (area.bottom() > seen.bottom()) origin_.ry() += area.bottom() - seen.bottom();
}

bool Viewport::revealAtLeast(const QRectF& area, const QRectF& title, double least,
                             const QSizeF& widget) {
  if (visible(widget).contains(area)) return false;
  const QSizeF room(widget.width() - 2 * fitMargin, widget.height() - 2 * fitMargin);
  const double fitting = std::min(room.width() / area.width(), room.height() / area.height());
  if (fitting >= least) {
    if (scale_ < least || fitting < scale_)
      setScale(QPointF(widget.width(), widget.height()) / 2, std::min(fitting, 1.0));
    reveal(area, widget, fitMargin);
  } else {
    setScale({}, least);
    centreOn({area.center().x(), area.top() + (widget.height() / 2 - fitMargin) / least}, widget);
    reveal(title, widget, fitMargin);
  }
  return true;
}

void Viewport::resized(const QSizeF& before, const QSizeF& after) {
  origin_ -=
      QPointF(after.width() - before.width(), after.height() - before.height()) / (2 * scale_);
}

}  // namespace ng::views
