// SPDX-License-Identifier: Apache-2.0
// Paints a scene: the canvas, its minimap and the SVG, PDF and PNG files all come from here. What
// is drawn of a card depends on its height on the screen, so a frame costs what can be seen.
#pragma once

#include <QPainter>
#include <vector>

#include "views/graph/halt_marks.h"
#include "views/graph/scene.h"

namespace ng::views {

// The way of an axis through the scene; all empty: none is shown.
struct AxisLit {
  std::vector<char> cards, edges;  // which have it
  std::vector<QString> tags;       // of each card: what it does with the axis: "reduces"
  bool empty() const { return cards.empty(); }
};

// What is lit. Indexes into the scene's arrays; -1 for none.
struct Lit {
  int selected = -1;  // card with ring and halo
  int hovered = -1;   // card under the cursor
  int hoveredEdge = -1;
  int walkedEdge = -1;     // edge that the keyboard stands on
  OpKey kernel = 0;        // its hull is solid, the rest recedes
  std::vector<char> hits;  // of each card: found by the search; may be empty
  int currentHit = -1;
  std::vector<float> heat;   // of each card: 0..1, or below 0 for none; may be empty
  std::vector<char> traced;  // of each card: on the traced way; empty: none is traced
  AxisLit axis;              // the rest recedes
  HaltMarks halts;
};

class GraphPainter {
 public:
  GraphPainter(const GraphScene& scene, const Lit& lit) : scene_(scene), lit_(lit) {}

  // `painter` is in scene coordinates at `scale` device-independent pixels a unit. `visible` is
  // what can be seen of the scene. Does not fill the background.
  void paint(QPainter& painter, const QRectF& visible, double scale) const;

 private:
  enum class Detail { dots, boxes, glyphs, full };
  static Detail detailAt(double scale);

  void paintFrames(QPainter& painter, const QRectF& visible, double scale) const;
  void paintHulls(QPainter& painter, const QRectF& visible, double scale) const;
  void paintEdges(QPainter& painter, const std::vector<int>& edges, const QRectF& visible,
                  Detail detail) const;
  void paintHairlines(QPainter& painter, const std::vector<int>& edges,
                      const QRectF& visible) const;
  void paintLitHub(QPainter& painter, const QRectF& visible) const;
  bool lit(int edge) const;
  bool carriesAxis(int edge) const;
  void paintAxisTag(QPainter& painter, const Card& card, const QString& text) const;
  std::vector<int> endsOfSelected() const;  // edges
  void paintEdge(QPainter& painter, int edge, const QRectF& visible) const;
  void paintLines(QPainter& painter, const std::vector<int>& edges) const;
  void paintBlocks(QPainter& painter, const std::vector<int>& cards, double scale) const;
  void paintLabel(QPainter& painter, const QRectF& at, const QString& text,
                  const QColor& colour) const;

  double opacity(const Card& card) const;
  double opacity(const EdgeShape& edge) const;

  const GraphScene& scene_;
  const Lit& lit_;
};

}  // namespace ng::views
