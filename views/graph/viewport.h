// SPDX-License-Identifier: Apache-2.0
// Which part of a scene a widget shows: scale and offset, with the arithmetic of zoom and pan.
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
  // The scene point under `at` stays there.
  void zoomAt(QPointF at, double factor);
  void setScale(QPointF at, double scale);
  // All of `area`, centred, with `margin` pixels around it.
  void fit(const QRectF& area, const QSizeF& widget, double margin);
  void centreOn(QPointF scene, const QSizeF& widget);
  // The least pan that brings `area` inside, `margin` pixels from the border.
  void reveal(const QRectF& area, const QSizeF& widget, double margin);
  // The least movement that shows all of `area` at a scale of at least `least`; what is too large
  // for that shows its top, where `title` is. False: it was in view.
  bool revealAtLeast(const QRectF& area, const QRectF& title, double least, const QSizeF& widget);
  // After a resize the scene point in the middle stays in the middle.
  void resized(const QSizeF& before, const QSizeF& after);

 private:
  QPointF origin_;  // the scene point at the widget's top left
  double scale_ = 1;
};

}  // namespace ng::views
