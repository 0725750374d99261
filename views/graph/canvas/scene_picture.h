// SPDX-License-Identifier: Apache-2.0
// The picture of a scene in a widget, kept from frame to frame: when the view moves, the visible
// part is shifted and only the strips that come into view are painted. Painting hundreds of cards
// with texts takes too long for one frame: they are sketched first and painted tile by tile as time
// allows.
#pragma once

#include <QPixmap>
#include <chrono>
#include <vector>

#include "views/graph/canvas/graph_painter.h"
#include "views/graph/canvas/viewport.h"

namespace ng::views {

class ScenePicture {
 public:
  static constexpr std::chrono::milliseconds unlimited = std::chrono::hours(1);

  // Marks all of the picture, or an area of the scene, as outdated; the cards' places are
  // unchanged.
  void drop() { whole_ = true; }
  void drop(const QRectF& area);
  void forget() { whole_ = forgotten_ = true; }  // for another scene

  // The picture of `view` in a widget of `size`; valid until the next call. Offsets are rounded to
  // device pixels, so the picture may be off by half a pixel. Parts that cannot be painted within
  // `time` are sketched; the next call continues.
  const QPixmap& picture(const GraphScene& scene, const Lit& lit, const Viewport& view,
                         const QSize& size, double devicePixelRatio,
                         std::chrono::milliseconds time = unlimited);
  bool finished() const { return rough_.isEmpty(); }

 private:
  struct Before {  // the previous picture, and its position now
    QPixmap pixmap;
    double enlarged = 1;
    QPointF origin;
  };
  QRegion moveTo(QPoint offset);
  Before remake(QSize pixels, double scale, double ratio, QPoint offset);
  bool isMuch(const GraphScene& scene, const QRegion& pixels) const;
  void sketch(const GraphPainter& painter, const QRegion& pixels, const Before& before);
  void finish(const GraphPainter& painter, std::chrono::milliseconds time);
  QRect nextTile() const;
  QRectF areaOf(const QRect& pixels) const;  // of the scene
  void paint(const GraphPainter& painter, const QRect& pixels);

  QPixmap pixmap_;
  double scale_ = 0;  // device pixels per scene unit
  double ratio_ = 1;
  QPoint offset_;  // of the scene's origin, in device pixels
  PaintManner manner_;
  bool whole_ = true, forgotten_ = true;
  std::vector<QRectF> stale_;
  QRegion rough_;  // sketched area, in device pixels
};

}  // namespace ng::views
