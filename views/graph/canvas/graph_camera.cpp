// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/graph_camera.h"

#include <QWidget>
#include <algorithm>
#include <utility>

namespace ng::views {
namespace {

constexpr double revealMargin = 48, legible = 0.9, readable = 0.56;
// Minimal margin in pixels around a fitted picture after the view shrinks.
constexpr double leastMargin = 4;
constexpr double leastLeft = 0.75;  // of the height, when a notice strip appears

}  // namespace

GraphCamera::GraphCamera(QWidget& canvas) : QObject(&canvas), canvas_(canvas) {}

QRectF GraphCamera::visibleArea() const {
  return view_.visible(canvas_.size());
}

bool GraphCamera::everythingFits() const {
  return visibleArea().adjusted(-1, -1, 1, 1).contains(bounds_);
}

void GraphCamera::followScene(const QRectF& bounds, std::optional<QPointF> shift) {
  bounds_ = bounds;
  if (shift) {
    view_.panBy(-*shift * view_.scale());
    fitted_ = false;
  }
  if (!fitted_) return;
  if (!keptFit_) return fitAgain();
  outgrown_ = !everythingFits();
}

void GraphCamera::followSize() {
  const QSize before = std::exchange(followed_, canvas_.size()), now = followed_;
  if (before.isValid()) view_.resized(before, now);
  if (needsFit()) fitAgain();
  emit resized();
}

// Keeps the picture if it is still fully visible or only slightly cut by a notice strip.
bool GraphCamera::needsFit() const {
  if (!fitted_) return whole_ && !everythingFits();
  return !outgrown_ && !fitsStill() && !onlyAStripCame();
}

void GraphCamera::movedByUser() {
  fitted_ = false;
  whole_ = everythingFits();
  emit moved();
}

void GraphCamera::fit() {
  view_.fit(whole(), canvas_.size(), margin_);
  fitted_ = true;
  outgrown_ = false;
  noteFit();
  emit moved();
}

void GraphCamera::noteFit() {
  fittedFor_ = canvas_.size();
  fittedIn_ = canvas_.window()->size();
}

// True if only a notice strip took some of the height: the scale is kept so that names keep their
// size.
bool GraphCamera::onlyAStripCame() const {
  return canvas_.window()->size() == fittedIn_ && canvas_.width() == fittedFor_.width() &&
         canvas_.height() <= fittedFor_.height() &&
         canvas_.height() >= leastLeft * fittedFor_.height();
}

// Whether the scene is still fully visible, not smaller than a new fit, and not touching the
// border.
bool GraphCamera::fitsStill() const {
  Viewport fitted = view_;
  fitted.fit(whole(), canvas_.size(), margin_);
  const double least = leastMargin / scale();
  return fitted.scale() <= scale() &&
         visibleArea().adjusted(least, least, -least, -least).contains(whole());
}

void GraphCamera::setBeside(const QRectF& bounds) {
  if (bounds == beside_) return;
  beside_ = bounds;
  if (!fitted_ || fitsStill()) return;
  fitAgain();
  emit moved();
}

void GraphCamera::fitAgain() {
  const double before = scale();
  outgrown_ = false;
  view_.fit(whole(), canvas_.size(), margin_);
  noteFit();
  if (scale() != before) emit rescaled();
}

void GraphCamera::oneToOne() {
  view_.setScale(canvas_.rect().center(), 1);
  movedByUser();
}

void GraphCamera::zoomBy(double factor) {
  view_.zoomAt(canvas_.rect().center(), factor);
  movedByUser();
}

void GraphCamera::zoomAt(QPointF pixel, double factor) {
  view_.zoomAt(pixel, factor);
  movedByUser();
}

void GraphCamera::panBy(QPointF pixels) {
  view_.panBy(pixels);
  movedByUser();
}

void GraphCamera::showArea(const QRectF& visible) {
  if (visible.isEmpty()) return;
  view_.setScale({},
                 std::min(canvas_.width() / visible.width(), canvas_.height() / visible.height()));
  view_.centreOn(visible.center(), canvas_.size());
  movedByUser();
}

void GraphCamera::goTo(const QRectF& card) {
  if (view_.scale() < legible) view_.setScale({}, 1);
  view_.centreOn(card.center(), canvas_.size());
  movedByUser();
}

void GraphCamera::centreOn(const QRectF& card) {
  view_.centreOn(card.center(), canvas_.size());
  movedByUser();
}

bool GraphCamera::isLegible(const QRectF& card) const {
  return scale() >= readable && QRectF(canvas_.rect()).contains(view_.toView(card));
}

void GraphCamera::reveal(const QRectF& card) {
  const QRectF before = visibleArea();
  view_.reveal(card, canvas_.size(), revealMargin);
  if (visibleArea() != before) movedByUser();
}

void GraphCamera::revealArea(const QRectF& area, const QRectF& title, double least) {
  if (view_.revealAtLeast(area, title, least, canvas_.size())) movedByUser();
}

QRectF GraphCamera::areaToReveal(QPointF shift, const QRectF& area, const QRectF& title,
                                 double least) const {
  Viewport after = view_;
  after.panBy(-shift * after.scale());
  after.revealAtLeast(area, title, least, canvas_.size());
  return after.visible(canvas_.size());
}

}  // namespace ng::views
