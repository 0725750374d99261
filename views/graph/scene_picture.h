// SPDX-License-Identifier: Apache-2.0
// The picture of a scene that a widget shows, kept from frame to frame: when the view moves, what
// stays in view is shifted and only the strips that come into view are painted. Hundreds of cards
// with their texts take longer than a window may stand still: they are rough at first, and are
// painted tile by tile as time allows.
#pragma once

#include <QPixmap>
#include <chrono>
#include <vector>

#include "views/graph/graph_painter.h"
#include "views/graph/viewport.h"

namespace ng::views {

class ScenePicture {
 public:
  static constexpr std::chrono::milliseconds unlimited = std::chrono::hours(1);

  // All of it, or an area of the scene, is no longer right, though cards stand where they did.
  void drop() { whole_ = true; }
  void drop(const QRectF& area);
  void forget() { whole_ = forgotten_ = true; }  // it is of another scene

  // What `view` shows in a widget of `size`; valid until the next call. Cards stand at whole
  // device pixels of the offset, so the picture lies at most half a pixel beside `view`. What takes
  // longer than `time` to paint is rough: the next call goes on with it.
  const QPixmap& picture(const GraphScene& scene, const Lit& lit, const Viewport& view,
                         const QSize& size, double devicePixelRatio,
                         std::chrono::milliseconds time = unlimited);
  bool finished() const { return rough_.isEmpty(); }

 private:
  struct Before {  // a picture, and where it lies now
    QPixmap pixmap;
    double enlarged = 1;
    QPointF origin;
  };
  QRegion moveTo(QPoint offset);
  Before makeAnew(QSize pixels, double scale, double ratio, QPoint offset);
  bool isMuch(const GraphScene& scene, const QRegion& pixels) const;
  void sketch(const GraphPainter& painter, const QRegion& pixels, const Before& before);
  void finish(const GraphPainter& painter, std::chrono::milliseconds time);
  QRect nextTile() const;
  QRectF areaOf(const QRect& pixels) const;  // of the scene
  void paint(const GraphPainter& painter, const QRect& pixels);

  QPixmap pixmap_;
  double scale_ = 0;  // device pixels a unit
  double ratio_ = 1;
  QPoint offset_;  // of the scene's origin, in device pixels
  PaintManner manner_;
  bool whole_ = true, forgotten_ = true;
  std::vector<QRectF> stale_;
  QRegion rough_;  // in device pixels
};

}  // namespace ng::views
