// SPDX-License-Identifier: Apache-2.0
// Searches the ops of the document, or of the shown pass, as `ngraph find` does: marks their cards,
// lists the matches in graph order and goes from match to match, opening the groups around them.
#pragma once

#include <QTimer>

#include "views/core/op_search.h"
#include "views/graph/arrangement/graph_arrangement.h"
#include "views/graph/highlights/find_list.h"
#include "views/graph/highlights/graph_search.h"
#include "views/graph/highlights/value_facts.h"

namespace ng::views {

class CompletingEdit;
class FindBar;

class GraphFinder : public QObject {
  Q_OBJECT

 public:
  GraphFinder(GraphShown& shown, ValueFacts& values, GraphArrangement& arrangement);

  FindBar& bar() { return *bar_; }
  FindList& list() { return *list_; }
  CompletingEdit& field() { return *field_; }
  void open();
  void find(const QString& text);
  void update();  // for another scene
  void updateIfSearching() {
    if (!search_.empty()) update();
  }
  void placeIn(const QSize& pane);
  int matchCount() const { return static_cast<int>(matches_.size()); }
  void next(int direction);
  bool searching() const { return !search_.empty(); }
  OpIds matches();  // the found ops

 private:
  QueryFacts facts();
  GraphRecordPtr searched() const;  // null: no document is open
  void visit(int match);
  void showMatches();
  QString note() const;

  GraphShown& shown_;
  ValueFacts& values_;
  GraphArrangement& arrangement_;
  CompletingEdit* field_;
  FindBar* bar_;
  FindList* list_;
  OpSearch search_;
  std::vector<OpId> matches_;  // in graph order
  bool hinted_ = false;        // the strip shows why the search finds nothing
  QTimer soon_;
  int match_ = -1;
};

}  // namespace ng::views
