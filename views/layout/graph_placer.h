// SPDX-License-Identifier: Apache-2.0
// Finds places for the graphs of a compilation without ever blocking the window: our own layout at
// once (large graphs: on a pool thread), then Graphviz's from the cache or the helper process. When
// Graphviz gives up, our own stays and the reason is told. GUI thread.
#pragma once

#include <QObject>
#include <memory>

#include "views/core/jobs.h"
#include "views/layout/layout_client.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

using PlacementPtr = std::shared_ptr<const Placement>;
using GroupingPtr = std::shared_ptr<const Grouping>;

class GraphPlacer : public QObject {
  Q_OBJECT

 public:
  explicit GraphPlacer(Jobs& jobs, QObject* parent = nullptr);
  ~GraphPlacer() override;

  // What was found is of no use any more: another document.
  void forget();
  // A new question ends the one before. placed() follows, for small graphs before this returns,
  // and once more when Graphviz has found clearer places. One begins with the first `starts`
  // graphs.
  void place(std::vector<GraphRecordPtr> graphs, GroupingPtr grouping, std::size_t starts = 1,
             Direction direction = Direction::down);
  PlacementPtr placement() const { return placement_; }  // null before the first
  GroupingPtr grouping() const { return grouping_; }     // that the placement is for
  // The edges of `graph` where they were found on the way; else null.
  std::shared_ptr<const CardLinks> linksOf(const GraphRecordPtr& graph) const;
  bool busy() const { return job_ || client_.busy(); }
  LayoutClient& client() { return client_; }
  const LayoutClient& client() const { return client_; }

 signals:
  void placed();
  void gaveUp(const QString& reason);

 private:
  struct Found {
    std::shared_ptr<const PassLayout> layout;
    PlacementPtr own;
    OpFlowPtr ops;
  };
  void found(const Found& found, const GroupingPtr& grouping);
  void use(PlacementPtr placement);
  void endJob();

  Jobs& jobs_;
  LayoutClient client_;
  std::shared_ptr<const PassLayout> layout_;
  OpFlowPtr ops_;  // of the last graphs; opening a group changes them not
  std::size_t starts_ = 0;
  Folding folding_ = Folding::all;
  PlacementPtr placement_, own_;
  GroupingPtr grouping_;
  JobId job_ = 0, helperJob_ = 0;
};

}  // namespace ng::views
