// SPDX-License-Identifier: Apache-2.0
// What the graph canvas shows: cards, edges, hulls and frames in plain arrays with geometry and
// texts ready to paint, and a spatial index over them. Built once for each graph, placement and
// set of open groups; never changed while it is painted. Scene units are pixels at 100 %.
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <QString>
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "views/core/theme.h"
#include "views/graph/ops_flow.h"
#include "views/graph/spatial_grid.h"
#include "views/layout/card_links.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

// On the upper border of a card: ops that are folded into it, or the name of a source that it reads
// from far away.
struct Chip {
  OpKey op = 0;
  QString text;  // "255", "b ⇶ N", "W1"
  QRectF rect;
  Mark mark = Mark::none;
  Family family = Family::state;
  std::vector<ItemId> reads;  // of sources: their cards, the first of which is `op`
  // Ops that have no card but this, from the card on: `op` and what it reads in turn.
  std::vector<OpKey> folds;
  ItemId source = 0;      // the card that the last of them reads; 0: none
  bool far = false;       // that card is told by this chip alone, without an edge
  bool variable = false;  // its text is the name of the one variable that it folds

  bool folded() const { return reads.empty(); }
  bool named() const { return variable || !folded(); }
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
  bool gradient = false;  // carries the ∂ corner
  bool ghost = false;     // in the graph before the pass only
  Mark mark = Mark::none;
  bool touched = false;  // marked, or in a kernel that the pass made
  OpKey kernel = 0;
  std::int64_t flops = 0, bytes = 0;
  int count = 1;    // ops that it stands for
  int repeats = 1;  // equal layers that it stands for
  int row = 0;
  std::vector<Chip> chips;
};

struct EdgeShape {
  int from = 0, to = 0;                 // cards
  std::uint32_t first = 0, points = 0;  // in GraphScene::points: a chain of cubic Béziers
  int count = 1;                        // values that it stands for
  bool side = false;                    // from a constant: drawn thinner
  bool ofSources = true;                // all its values are read, not computed
  bool ghost = false;
  bool back = false;         // leads to a row above: dashed, with a head half-way
  bool hub = false;          // of a card with very many: a tag unless it is lit
  bool routed = true;        // else its way is not found yet: a line from afar, nothing close up
  bool tagAtReader = false;  // else at the card that is read
};

// The ground of cards that belong together. Its pieces overlap and are painted as one path, of
// which a frame needs only what it shows: a scope of a large net spans the whole picture.
struct Outline {
  std::vector<QPainterPath> pieces;
  QRectF bounds;

  bool contains(QPointF at) const;
  QPainterPath path() const;  // of all pieces
};

// The pieces of many outlines, by place.
struct OutlineIndex {
  struct Piece {
    int outline = 0, piece = 0;
  };
  std::vector<Piece> pieces;  // outline by outline
  SpatialGrid grid;           // of indexes into `pieces`
};

struct Hull {
  OpKey kernel = 0;
  QString name;
  Mark mark = Mark::none;
  std::vector<int> cards;
  Outline outline;
  std::vector<QRectF> labels;  // one for each part that stands alone
};

struct Frame {  // an open group
  ItemId group = 0;
  QString title;
  std::vector<int> cards;
  Outline outline;
  std::vector<QRectF> labels;
};

// Of the card that stands at a place.
inline QRectF cardRectAt(LayoutPoint centre) {
  return {centre.x - metrics::cardWidth / 2.0, centre.y - metrics::cardHeight / 2.0,
          metrics::cardWidth, metrics::cardHeight};
}

struct GraphScene {
  Direction direction = Direction::down;  // in which rows of cards follow each other
  std::vector<Card> cards;
  std::vector<EdgeShape> edges;
  std::vector<QPointF> points;
  std::vector<Hull> hulls;
  std::vector<Frame> frames;
  // Card of an item; of what is folded the first card that has its chip.
  std::unordered_map<ItemId, int> index;
  std::unordered_map<ItemId, std::vector<int>> farReaders;  // cards with a chip of this source
  std::vector<std::vector<int>> in, out;                    // edges of each card, along its row
  QRectF bounds;
  SpatialGrid cardGrid, edgeGrid;
  OutlineIndex frameIndex, hullIndex;
  bool diff = false;  // marks are shown, untouched cards recede

  int find(ItemId id) const;  // -1: not here
  // The pieces of the curve that may be seen `within`: to stroke the rest of a long edge costs more
  // than all else of a frame.
  QPainterPath edgePath(const EdgeShape& edge, const QRectF& within) const;
  const QPointF* edgePoints(const EdgeShape& edge) const { return &points[edge.first]; }
  int cardAt(QPointF at) const;                // -1: none
  const Chip* chipAt(QPointF at) const;        // null: none
  int cardOfChipAt(QPointF at) const;          // the card that has it, -1: none
  int edgeAt(QPointF at, double reach) const;  // nearest within `reach`, -1: none
};

struct SceneInput {
  GraphRecordPtr graph;                  // what is shown
  const PassRecord* diff = nullptr;      // with the marks of this pass, or without marks
  const Placement* placement = nullptr;  // a card without a place is left out
  const Grouping* grouping = nullptr;
  const OpKeys* hidden = nullptr;  // ops that are left out
  // Beside the axes on an op's card: "= 4"; may be null.
  const std::unordered_map<OpKey, QString>* notes = nullptr;
  const CardLinks* links = nullptr;  // of `graph`; null: they are found
  bool farChips = true;              // sources that are read from far away are chips there
  // Only cards near here, and those that they are joined to, are made, and grounds are rough: they
  // are soon seen. Empty: all cards are made, but edges find no ways. Without, the scene is whole.
  std::optional<QRectF> near = std::nullopt;
};

GraphScene buildScene(const SceneInput& input);

}  // namespace ng::views
