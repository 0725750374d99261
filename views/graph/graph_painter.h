// SPDX-License-Identifier: Apache-2.0
// Paints a scene: the canvas, its minimap and the SVG, PDF and PNG files all come from here. What
// is drawn of a card depends on its height on the screen, so a frame costs what can be seen.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "views/core/jobs.h"
#include "views/graph/halt_marks.h"
#include "views/graph/scene.h"

namespace ng::views {

// The way of an axis through the scene; all empty: none is shown.
struct AxisLit {
  std::vector<char> cards, edges;  // which have it
  std::vector<QString> tags;       // of each card: what it does with the axis: "reduces"
  OpKeys ops;                      // … and of what is folded or read from far away: chips
  bool empty() const { return cards.empty(); }
};

// What of a card the search found.
enum class Hit : char { none, folded, card };

// What is lit. Indexes into the scene's arrays; -1 for none.
struct Lit {
  int selected = -1;  // card with ring and halo, or with the chip that has them
  ItemId item = 0;    // what is selected: that card's, or one that is folded into it
  int hovered = -1;   // card under the cursor
  int hoveredEdge = -1;
  ItemId hoveredChip = 0;  // what the chip under the cursor stands for
  int walkedEdge = -1;     // edge that the keyboard stands on
  OpKey kernel = 0;        // its hull is solid, the rest recedes
  std::vector<Hit> hits;   // of each card; may be empty
  OpKeys foldedHits;       // what the search found that is folded into cards
  int currentHit = -1;
  std::vector<float> heat;   // of each card: 0..1, or below 0 for none; may be empty
  std::vector<char> traced;  // of each card: on the traced way; empty: none is traced
  AxisLit axis;              // the rest recedes
  HaltMarks halts;
};

// How a picture is drawn. It depends on all that is in view, so that a part which is painted alone
// looks like its surroundings.
struct PaintManner {
  enum class Detail { dots, boxes, glyphs, full };
  Detail detail = Detail::full;
  bool smooth = true;       // antialiased
  bool hairlines = false;   // edges that run side by side in hundreds
  bool straight = false;    // edges are lines from end to end
  bool shortOnly = false;   // of those the long ones are left out
  bool flatFrames = false;  // grounds are rectangles
  bool flatHulls = false;
  bool operator==(const PaintManner&) const = default;
};

class GraphPainter {
 public:
  // A `job` is told how far a picture is, and ends it when it is cancelled.
  GraphPainter(const GraphScene& scene, const Lit& lit, JobContext* job = nullptr)
      : scene_(scene), lit_(lit), job_(job) {}

  // For a picture of `view` at `scale` device-independent pixels a unit.
  PaintManner mannerFor(const QRectF& view, double scale) const;

  // `painter` is in scene coordinates at `scale` device-independent pixels a unit. `visible` is
  // what can be seen of the scene. Does not fill the background.
  void paint(QPainter& painter, const QRectF& visible, double scale) const {
    paint(painter, visible, scale, mannerFor(visible, scale));
  }
  // `visible` may be a part of what `manner` was made for.
  void paint(QPainter& painter, const QRectF& visible, double scale,
             const PaintManner& manner) const;
  // For a moment: grounds and cards without texts, in a millisecond or two.
  void sketch(QPainter& painter, const QRectF& visible, double scale) const;

 private:
  using Detail = PaintManner::Detail;
  static Detail detailAt(double scale);

  void paintEdges(QPainter& painter, const std::vector<int>& edges, const QRectF& visible,
                  const PaintManner& manner, double scale) const;
  void paintHairlines(QPainter& painter, const std::vector<int>& edges,
                      const QRectF& visible) const;
  void paintLitHub(QPainter& painter, const QRectF& visible) const;
  struct Arrow {
    QPointF tip, along;  // `along` has length 1
  };
  Arrow arrowOf(const EdgeShape& edge) const;
  std::optional<Arrow> halfWay(const EdgeShape& edge) const;  // on its longest piece
  void paintHead(QPainter& painter, const Arrow& arrow, double size, const QColor& colour) const;
  double reach(const EdgeShape& edge) const;  // from end to end
  bool lit(int edge) const;
  const Chip* selectedChip() const;
  bool carriesAxis(int edge) const;
  void paintAxisTag(QPainter& painter, const Card& card, const QString& text) const;
  std::vector<int> endsOfSelected() const;  // edges
  void paintEdge(QPainter& painter, int edge, const QRectF& visible) const;
  void paintLines(QPainter& painter, const std::vector<int>& edges, double longest,
                  double scale) const;
  void paintBlocks(QPainter& painter, const std::vector<int>& cards, double scale) const;
  void paintLabel(QPainter& painter, const QRectF& at, const QString& text,
                  const QColor& colour) const;

  double opacity(const Card& card) const;
  double opacity(const EdgeShape& edge) const;

  // False: the job was cancelled. `done` of the edges or of the cards.
  bool goesOn(double before, std::size_t done, std::size_t all) const;

  const GraphScene& scene_;
  const Lit& lit_;
  JobContext* job_;
};

}  // namespace ng::views
