// SPDX-License-Identifier: Apache-2.0
// Searches the ops of the shown graph, marks the hits and goes from hit to hit.
#pragma once

#include <QTimer>

#include "views/core/op_search.h"
#include "views/graph/graph_shown.h"
#include "views/graph/highlights/graph_search.h"
#include "views/graph/highlights/value_facts.h"

namespace ng::views {

class FindBar;

class GraphFinder : public QObject {
  Q_OBJECT

 public:
  GraphFinder(GraphShown& shown, ValueFacts& values);

  FindBar& bar() { return *bar_; }
  void open();
  void find(const QString& text);
  void update();  // for another scene
  void updateIfSearching() {
    if (!search_.empty()) update();
  }
  int hits() const { return static_cast<int>(hitCards_.size()); }
  void next(int direction);
  bool searching() const { return !search_.empty(); }
  OpKeys matches();  // the ops of the graph that match

 private:
  QueryFacts facts();
  void showHits();
  OpKey hitWithin(ItemId group);

  GraphShown& shown_;
  ValueFacts& values_;
  FindBar* bar_;
  OpSearch search_;
  FoundCards found_;
  bool hinted_ = false;  // the strip shows why the search finds nothing
  QTimer soon_;
  std::vector<int> hitCards_;
  int hit_ = -1;
};

}  // namespace ng::views
