// SPDX-License-Identifier: Apache-2.0
// The visible part of a scene in a widget: scale and offset, with the arithmetic of zoom and pan.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace ng::views {

class Viewport {
 public:
  static constexpr double least = 0.0005, most = 8, mostWhenFitted = 1.25;
  static constexpr double fitMargin = 28;  // pixels

  double scale() const { return scale_; }
  QPointF toScene(QPointF view) const { return view / scale_ + origin_; }
  QPointF toView(QPointF scene) const { return (scene - origin_) * scale_; }
  QRectF toView(const QRectF& scene) const {
    return {toView(scene.topLeft()), scene.size() * scale_};
  }
  QRectF visible(const QSizeF& widget) const { return {origin_, widget / scale_}; }

  void panBy(QPointF pixels) { origin_ -= pixels / scale_; }
  // Keeps the scene point under `at` in place.
  void zoomAt(QPointF at, double factor);
  void setScale(QPointF at, double scale);
  // Shows all of `area`, centred, with a margin of `margin` pixels.
  void fit(const QRectF& area, const QSizeF& widget, double margin);
  void centreOn(QPointF scene, const QSizeF& widget);
  // Pans as little as possible to bring `area` inside, `margin` pixels from the border.
  void reveal(const QRectF& area, const QSizeF& widget, double margin);
  // Moves as little as possible to show all of `area` at a scale of at least `least`; if it is too
  // large for that, shows its top, where `title` is. False: it was visible already.
  bool revealAtLeast(const QRectF& area, const QRectF& title, double least, const QSizeF& widget);
  // After a resize, keeps the scene point in the middle.
  void resized(const QSizeF& before, const QSizeF& after);

 private:
  QPointF origin_;  // the scene point at the widget's top left
  double scale_ = 1;
};

}  // namespace ng::views
