// SPDX-License-Identifier: Apache-2.0
// The picture on a canvas: paints the scene in slices of time, and again only where the scene or
// what is highlighted changed.
#pragma once

#include <QTimer>

#include "views/graph/canvas/scene_picture.h"

namespace ng::views {

class GraphCanvas;

class CanvasPicture {
 public:
  explicit CanvasPicture(GraphCanvas& canvas);

  void paint(QPainter& painter, const QRect& area);
  bool finished() const { return picture_.finished(); }  // false: parts are still sketches

  void forget();  // for another scene
  void drop();    // everything changed
  void dropCard(int card);
  void dropEdge(int edge);
  void dropReaders(ItemId source);  // chips of the cards that read it from far away

 private:
  GraphCanvas& canvas_;
  ScenePicture picture_;
  QTimer nextTiles_;  // paints further tiles while the picture is unfinished
};

}  // namespace ng::views
