// SPDX-License-Identifier: Apache-2.0
// Which part of the scene a canvas shows: zoom and pan, and fitting the whole scene, again after
// the canvas is resized or the scene replaced. In scene units unless stated otherwise.
#pragma once

#include <QObject>
#include <QSize>
#include <optional>

#include "views/graph/canvas/viewport.h"

class QWidget;

namespace ng::views {

class GraphCamera : public QObject {
  Q_OBJECT

 public:
  explicit GraphCamera(QWidget& canvas);

  const Viewport& view() const { return view_; }
  double scale() const { return view_.scale(); }
  QRectF visibleArea() const;
  bool everythingFits() const;
  bool fitted() const { return fitted_; }  // fits again after a resize or a new layout

  // A new scene with these bounds. `shift`: how far the content that stays in place moved in the
  // scene; null: nothing stays, and a fitted view is fitted again.
  void followScene(const QRectF& bounds, std::optional<QPointF> shift);
  // The canvas has another size: the centre stays. The event of a canvas that is shown again has no
  // old size.
  void followSize();

  void fit();
  // A new scene does not change scale and position, although the last one was fitted.
  void keepFit(bool kept) { keptFit_ = kept; }
  void setFitMargin(double pixels) { margin_ = pixels; }  // margin for the following fits
  void setBeside(const QRectF& bounds);  // bounds of a second canvas that shows the same part
  void hold() { fitted_ = false; }       // stops following the size of the scene
  void oneToOne();
  void zoomBy(double factor);
  void zoomAt(QPointF pixel, double factor);
  void panBy(QPointF pixels);
  void showArea(const QRectF& visible);      // shows an area that visibleArea() returned
  void goTo(const QRectF& card);             // centres it at a legible size
  void centreOn(const QRectF& card);         // keeps the scale
  bool isLegible(const QRectF& card) const;  // visible at a size at which names can be read
  void reveal(const QRectF& card);           // pans as little as possible
  // Viewport::revealAtLeast, in scene units.
  void revealArea(const QRectF& area, const QRectF& title, double least);
  // The area that will be visible after the scene moves by `shift` and `area` is revealed.
  QRectF areaToReveal(QPointF shift, const QRectF& area, const QRectF& title, double least) const;

 signals:
  void moved();     // zoomed or panned by the user or a command
  void rescaled();  // fitted again, after a resize or to a new scene
  void resized();   // the canvas has another size, which the view has followed

 private:
  QRectF whole() const { return bounds_ | beside_; }
  void movedByUser();
  bool needsFit() const;  // after a resize
  bool fitsStill() const;
  bool onlyAStripCame() const;
  void noteFit();
  void fitAgain();

  QWidget& canvas_;
  Viewport view_;
  QRectF bounds_;  // of the scene
  QRectF beside_;  // bounds that must be visible too
  bool fitted_ = true, keptFit_ = false;
  bool whole_ = false;     // the user moved the view and left everything in it
  bool outgrown_ = false;  // fitted to an earlier scene; the user has to ask for the whole one
  double margin_ = Viewport::fitMargin;
  QSize followed_;              // size of the canvas that the view is for
  QSize fittedFor_, fittedIn_;  // sizes of the canvas and of its window at the last fit
};

}  // namespace ng::views
