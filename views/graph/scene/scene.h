// SPDX-License-Identifier: Apache-2.0
// The scene of the graph canvas: cards, edges, hulls and frames in plain arrays with geometry and
// texts ready to paint, and a spatial index over them. Built once per graph, placement and set of
// open groups; never changed while it is painted. Scene units are pixels at 100 %.
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <QString>
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "views/core/theme/theme.h"
#include "views/graph/scene/ops_flow.h"
#include "views/graph/scene/spatial_grid.h"
#include "views/layout/card_links.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

// A chip on the upper border of a card: ops that are folded into the card, or the name of a source
// that it reads from far away.
struct Chip {
  OpId op = 0;
  QString text;  // "255", "b ⇶ N", "W1"
  QRectF rect;
  Mark mark = Mark::none;
  Family family = Family::state;
  std::vector<ItemId> reads;  // cards of the sources, the first of which is `op`
  // Ops that have no card of their own, starting at the card: `op` and its operands in turn.
  std::vector<OpId> folds;
  ItemId source = 0;  // the card that the last of them reads; 0: none
  bool far = false;   // this chip replaces the edge from that card
  bool state =
      false;  // its text is the name of the only variable or persistent tensor that it folds
  QString whole = {};  // the text before it was elided; empty: it was not

  bool folded() const { return reads.empty(); }
  bool named() const { return state || !folded(); }
  const std::vector<std::uint64_t>& ops() const { return folded() ? folds : reads; }
  bool tells(ItemId item) const {
    return std::find(ops().begin(), ops().end(), item) != ops().end();
  }
};

struct Card {
  ItemId id = 0;  // an op, or a closed group
  QRectF rect;
  Family family = Family::elementwise;
  QString glyph, title, kind,
      detail;  // "⊗" "dot" "dot" "N 128"; a group: "▸" "layer1" "12 ops" cost
  bool group = false;
  bool node = false;      // it is one node of an imported model
  bool foreign = false;   // an op that cannot run, whose kind is always shown
  bool gradient = false;  // carries the ∂ corner
  bool ghost = false;     // only in the graph before the pass
  Mark mark = Mark::none;
  bool touched = false;  // marked, or in a kernel that the pass made
  OpId kernel = 0;
  std::int64_t flops = 0, bytes = 0;
  int count = 1;    // number of ops it represents
  int repeats = 1;  // number of equal layers it represents
  int row = 0;
  std::vector<Chip> chips;

  bool hasFamilyColour() const { return !group || node; }
};

struct EdgeShape {
  int from = 0, to = 0;                 // cards
  std::uint32_t first = 0, points = 0;  // in GraphScene::points: a chain of cubic Béziers
  int count = 1;                        // number of values it represents
  bool side = false;                    // from a constant: drawn thinner
  bool ofSources = true;                // all its values are read, not computed
  bool ghost = false;
  bool back = false;         // leads to a row above: dashed, with an arrow in the middle
  bool hub = false;          // of a hub: a tag unless it is highlighted
  bool routed = true;        // false: not routed yet; a line when zoomed out, nothing close up
  bool tagAtReader = false;  // false: the tag is at the card that is read
  bool faded = false;        // painted at its ends only unless it is highlighted
};

// The ground of cards that belong together. Its pieces overlap and are painted as one path. A frame
// only needs the visible pieces: a scope of a large net spans the whole picture.
struct Outline {
  std::vector<QPainterPath> pieces;
  QRectF bounds;

  bool contains(QPointF at) const;
  QPainterPath path() const;  // of all pieces
};

// Spatial index of the pieces of many outlines.
struct OutlineIndex {
  struct Piece {
    int outline = 0, piece = 0;
  };
  std::vector<Piece> pieces;  // grouped by outline
  SpatialGrid grid;           // of indexes into `pieces`
};

struct Hull {
  OpId kernel = 0;
  QString name;
  Mark mark = Mark::none;
  std::vector<int> cards;
  Outline outline;
  std::vector<QRectF> labels;  // one per disconnected part
};

struct Frame {  // an open group
  ItemId group = 0;
  QString title;
  std::vector<int> cards;
  Outline outline;
  std::vector<QRectF> labels;
};

// The rectangle of a card centred at `centre`.
inline QRectF cardRectAt(LayoutPoint centre) {
  return {centre.x - metrics::cardWidth / 2.0, centre.y - metrics::cardHeight / 2.0,
          metrics::cardWidth, metrics::cardHeight};
}

struct GraphScene {
  Direction direction = Direction::down;  // the direction in which rows of cards follow each other
  std::vector<Card> cards;
  std::vector<EdgeShape> edges;
  std::vector<QPointF> points;
  std::vector<Hull> hulls;
  std::vector<Frame> frames;
  // Card of an item; for a folded op the first card that has its chip.
  std::unordered_map<ItemId, int> index;
  std::unordered_map<ItemId, std::vector<int>> farReaders;  // cards with a chip of this source
  std::vector<std::vector<int>> in, out;  // edges of each card, ordered along its row
  QRectF bounds;
  SpatialGrid cardGrid, edgeGrid;
  OutlineIndex frameIndex, hullIndex;
  bool diff = false;  // marks are shown, untouched cards are dimmed

  int find(ItemId id) const;  // -1: not in the scene
  // The pieces of the curve that may be visible in `within`: stroking the invisible rest of a long
  // edge would dominate the time of a frame.
  QPainterPath edgePath(const EdgeShape& edge, const QRectF& within) const;
  const QPointF* edgePoints(const EdgeShape& edge) const { return &points[edge.first]; }
  int cardAt(QPointF at) const;                // -1: none
  const Chip* chipAt(QPointF at) const;        // null: none
  int cardOfChipAt(QPointF at) const;          // the card that has the chip, -1: none
  int edgeAt(QPointF at, double reach) const;  // nearest within `reach`, -1: none
};

struct SceneInput {
  GraphRecordPtr graph;                  // the graph to show
  const PassRecord* diff = nullptr;      // the pass whose marks are shown; null: no marks
  const Placement* placement = nullptr;  // cards without a place are omitted
  const Grouping* grouping = nullptr;
  const OpIds* hidden = nullptr;  // ops to omit
  // Texts next to the axes on an op's card: "= 4"; may be null.
  const std::unordered_map<OpId, QString>* notes = nullptr;
  const CardLinks* links = nullptr;  // of `graph`; null: computed
  bool farChips = true;              // sources that are read from far away are chips there
  // If set, builds only cards near this area and those linked to them, with rough grounds, for a
  // quick first picture. If empty, builds all cards but does not route edges. Nullopt builds the
  // complete scene.
  std::optional<QRectF> near = std::nullopt;
};

GraphScene buildScene(const SceneInput& input);

}  // namespace ng::views
