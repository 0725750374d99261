// SPDX-License-Identifier: Apache-2.0
// Compares two graphs in two panes: A with the removed ops, B with the added ops, and every common
// op at the same place in both.
#pragma once

#include <QSplitter>

#include "views/graph/arrangement/graph_arrangement.h"

namespace ng::views {

class GraphComparison : public QSplitter {
  Q_OBJECT

 public:
  // `shown.canvas` becomes pane B.
  GraphComparison(GraphShown& shown, GraphArrangement& arrangement);

  // Whether pane A shows the graph that the selected pass is compared with
  // (Selection::compareWith).
  bool active() const { return other_->isVisibleTo(this); }
  GraphCanvas& other() { return *other_; }
  const GraphCanvas& other() const { return *other_; }
  void compareWithWritten();  // toggles
  void follow();              // after a new scene in B
  void select(ItemId item);   // in A

 private:
  void link(GraphCanvas& from, GraphCanvas& to);
  void showSameArea(const GraphCanvas& from, GraphCanvas& to);
  Qt::Orientation betterSplit() const;
  QString stateName(int pass) const;
  QString captionOf(int pass) const;  // of graph B

  GraphShown& shown_;
  GraphArrangement& arrangement_;
  GraphCanvas* other_;
  bool syncing_ = false;
};

}  // namespace ng::views
