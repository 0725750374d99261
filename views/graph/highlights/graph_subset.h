// SPDX-License-Identifier: Apache-2.0
// Restricts the shown ops and traces paths: isolate, hide, upstream, downstream. Commands act on
// the matches of a search, else on the traced ops, else on the selection.
#pragma once

#include "views/graph/highlights/graph_finder.h"
#include "views/graph/scene/ops_flow.h"

namespace ng::views {

class GraphSubset : public QObject {
  Q_OBJECT

 public:
  GraphSubset(GraphShown& shown, GraphFinder& finder);

  void isolate();
  void hide();
  void showAll();
  void trace(Flow flow);  // from the selected op or group; a second call ends the trace
  void endTrace();
  const OpIds& traced() const { return traced_; }  // empty: nothing is traced
  bool restricts() const { return shown_.hidden || !traced_.empty(); }
  OpIds meant();  // the ops that commands act on
  void clear();   // for another document
  // Shows "12 of 36 ops shown", "5 ops traced" in the strip.
  void showNotice() const;

 signals:
  void hiddenChanged();
  void traceChanged();

 private:
  int changedOutside() const;
  void setHidden(std::shared_ptr<const OpIds> hidden);

  GraphShown& shown_;
  GraphFinder& finder_;
  OpIds traced_;
};

}  // namespace ng::views
