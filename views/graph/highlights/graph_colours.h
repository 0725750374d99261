// SPDX-License-Identifier: Apache-2.0
// Colours the cards by a quantity or by their placement: the user's choice, an overlay, the changes
// of a what-if experiment, or the time in a selected range.
#pragma once

#include "views/graph/graph_shown.h"
#include "views/graph/highlights/value_facts.h"
#include "views/graph/legend_strip.h"

namespace ng::views {

class GraphColours : public QObject {
  Q_OBJECT

 public:
  GraphColours(GraphShown& shown, ValueFacts& values, LegendStrip& legend);

  ColourBy chosen() const { return chosen_; }
  void choose(ColourBy by);
  ColourBy shownBy() const;  // the quantity that colours the cards now
  void update();
  void updateIf(ColourBy by);  // if cards are coloured by this quantity
  // The errors of a new comparison colour the cards, unless another quantity was chosen.
  void followComparison();

 signals:
  void changed();

 private:
  void colourByPlacement();
  QString notice(bool plain) const;
  QString placementNotice() const;
  QString errorNotice() const;
  QString overlayNotice() const;

  GraphShown& shown_;
  ValueFacts& values_;
  LegendStrip& legend_;
  ColourBy chosen_ = ColourBy::family;
  ComparisonRecordPtr comparison_;  // the last one
};

}  // namespace ng::views
