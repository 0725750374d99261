// SPDX-License-Identifier: Apache-2.0
// Layout of a graph as in the workbench, without a window: cards, edges, frames.
#pragma once

#include <string>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/graph/family.h"
#include "engine/records/records.h"
#include "views/layout/direction.h"

namespace ng::cli {

struct PictureChip {
  std::string text;   // "255", "b ⇶ N"
  std::string names;  // of the ops folded into the card
};

struct PictureCard {
  std::string glyph, title, kind;  // "⊗", "Y_hat", "dot"
  std::string detail;              // axes, or the number of ops in a collapsed scope
  std::string kernel;              // kernel that computes the op; empty if unknown
  std::string scope;               // "layer1/gate"
  std::vector<OpId> ops;           // the op, or those of a collapsed scope
  Family family = Family::elementwise;
  bool group = false;  // a collapsed name scope
  bool gradient = false;
  std::vector<PictureChip> chips;
  views::LayoutPoint centre;
  double width = 148, height = 40;
  int row = 0;
};

struct PictureEdge {
  int from = 0, to = 0;                    // cards
  bool back = false;                       // leads to a row above; drawn dashed
  std::vector<views::LayoutPoint> points;  // a chain of cubic Bézier curves, 1 + 3n points
};

struct Picture {
  std::string title;
  std::vector<PictureCard> cards;
  std::vector<PictureEdge> edges;
  double left = 0, top = 0, right = 0, bottom = 0;  // bounding box of all cards and curves
};

struct PictureOptions {
  bool expanded = false;  // each name scope is one card unless expanded
  bool folds = true;      // ops that only forward their operand are chips on their reader's card
  views::Direction direction = views::Direction::down;
};

Picture makePicture(const GraphRecordPtr& graph, const std::string& title,
                    const PictureOptions& options);

// Pictures of the graphs of a compilation, in the order of the passes. They share one layout: an op
// has the same place in each.
std::vector<Picture> makePictures(const std::vector<GraphRecordPtr>& graphs,
                                  const std::string& title, const PictureOptions& options);

}  // namespace ng::cli
