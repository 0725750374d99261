// SPDX-License-Identifier: Apache-2.0
// Paints a scene for the canvas, its minimap and the SVG, PDF and PNG export. The level of detail
// depends on the height of a card on the screen, so the cost of a frame depends on what is visible.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "views/core/jobs.h"
#include "views/graph/highlights/stop_marks.h"
#include "views/graph/scene/scene.h"

namespace ng::views {

// The highlighted axis in the scene; all members are empty if no axis is highlighted.
struct AxisLit {
  std::vector<char> cards, edges;  // 1 for those that have the axis
  std::vector<QString> tags;       // by card: what it does with the axis: "reduces"
  OpIds ops;                       // … and ops of chips: folded or read from far away
  bool empty() const { return cards.empty(); }
};

// What the search found of a card.
enum class Match : char { none, folded, card };

// What is highlighted. Indexes into the scene's arrays; -1 for none.
struct Lit {
  int selected = -1;  // card with ring and halo, or whose chip has them
  ItemId item = 0;    // the selected item: the card's, or one that is folded into it
  int hovered = -1;   // card under the cursor
  int hoveredEdge = -1;
  ItemId hoveredChip = 0;      // the item of the chip under the cursor
  int walkedEdge = -1;         // current edge of the keyboard navigation
  OpId kernel = 0;             // its hull is painted solid, the rest is dimmed
  std::vector<Match> matches;  // by card; may be empty
  OpIds foldedMatches;         // found ops that are folded into cards
  int currentMatch = -1;
  std::vector<std::optional<float>> heat;  // by card: 0..1; may be empty
  std::vector<std::optional<int>> placed;  // by card: its placement's number; may be empty
  std::vector<char> traced;                // by card: on the traced path; empty: nothing is traced
  AxisLit axis;                            // the rest is dimmed
  bool whole = false;  // nothing is faded or elided: a picture that nobody can point at
  StopMarks stops;
};

// How a picture is painted. Depends on everything in view, so that a part that is painted
// separately matches its surroundings.
struct PaintManner {
  enum class Detail { dots, boxes, glyphs, full };
  Detail detail = Detail::full;
  bool smooth = true;       // antialiased
  bool hairlines = false;   // for hundreds of parallel edges
  bool straight = false;    // edges are lines from end to end
  bool shortOnly = false;   // of these, the long ones are omitted
  bool flatFrames = false;  // grounds are rectangles
  bool flatHulls = false;
  bool operator==(const PaintManner&) const = default;
};

// Why cards are faded.
enum class Fading { none, path, axis, kernel, pass };
Fading fadingOf(const GraphScene& scene, const Lit& lit);

class GraphPainter {
 public:
  // `job` receives the progress of a picture; painting stops when it is cancelled.
  GraphPainter(const GraphScene& scene, const Lit& lit, JobContext* job = nullptr)
      : scene_(scene), lit_(lit), near_(besideSelected(scene, lit)), job_(job) {}

  using Detail = PaintManner::Detail;
  static Detail detailAt(double scale);

  // For a picture of `view` at `scale` device-independent pixels per scene unit.
  PaintManner mannerFor(const QRectF& view, double scale) const;

  // `painter` is in scene coordinates at `scale` device-independent pixels per scene unit.
  // `visible` is the visible part of the scene. Does not fill the background.
  void paint(QPainter& painter, const QRectF& visible, double scale) const {
    paint(painter, visible, scale, mannerFor(visible, scale));
  }
  // `visible` may be a part of the view that `manner` was computed for.
  void paint(QPainter& painter, const QRectF& visible, double scale,
             const PaintManner& manner) const;
  // A temporary picture: grounds and cards without texts, in a millisecond or two.
  void sketch(QPainter& painter, const QRectF& visible, double scale) const;

 private:
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
  double reach(const EdgeShape& edge) const;  // distance between the ends
  bool lit(int edge) const;
  bool faded(int edge) const;
  void paintEnds(QPainter& painter, int edge) const;
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

  // By card: 1 for the direct neighbours of the selected card; empty if none is selected.
  static std::vector<char> besideSelected(const GraphScene& scene, const Lit& lit);
  double opacity(const Card& card) const;
  double opacity(const EdgeShape& edge) const;

  // Reports progress (`done` of `all` edges or cards); false if the job was cancelled.
  bool shouldContinue(double before, std::size_t done, std::size_t all) const;

  const GraphScene& scene_;
  const Lit& lit_;
  std::vector<char> near_;  // cards that never fade
  JobContext* job_;
};

}  // namespace ng::views
