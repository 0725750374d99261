// SPDX-License-Identifier: Apache-2.0
// The picture of a scene that a widget shows, kept from frame to frame: when the view moves, what
// stays in view is shifted and only the strips that come into view are painted.
#pragma once

#include <QPixmap>
#include <vector>

#include "views/graph/graph_painter.h"
#include "views/graph/viewport.h"

namespace ng::views {

class ScenePicture {
 public:
  // All of it, or an area of the scene, is no longer right.
  void drop() { whole_ = true; }
  void drop(const QRectF& area);

  // What `view` shows in a widget of `size`; valid until the next call. Cards stand at whole
  // device pixels of the offset, so the picture lies at most half a pixel beside `view`.
  const QPixmap& picture(const GraphScene& scene, const Lit& lit, const Viewport& view,
                         const QSize& size, double devicePixelRatio);

 private:
  QRegion moveTo(QPoint offset);
  void paint(const GraphPainter& painter, const QRect& pixels);

  QPixmap pixmap_;
  double scale_ = 0;  // device pixels a unit
  double ratio_ = 1;
  QPoint offset_;  // of the scene's origin, in device pixels
  PaintManner manner_;
  bool whole_ = true;
  std::vector<QRectF> stale_;
};

}  // namespace ng::views
