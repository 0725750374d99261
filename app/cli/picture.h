// SPDX-License-Identifier: Apache-2.0
// Layout of a graph as in the workbench, without a window: cards, edges, frames.
#pragma once

#include <string>
#include <vector>

#include "engine/records/record.h"
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

// Each name scope is one card unless `expanded`. With `folds`, ops that only forward their operand
// are drawn as chips on their reader's card.
Picture makePicture(const GraphRecordPtr& graph, const std::string& title, bool expanded,
                    bool folds, views::Direction direction);

}  // namespace ng::cli
