// SPDX-License-Identifier: Apache-2.0
// Finds places for the graphs of a compilation without blocking the window: our own layout first
// (for large graphs on a pool thread), then Graphviz's from the cache or the helper process. If
// Graphviz fails, our own layout stays and gaveUp() reports the reason. GUI thread.
#pragma once

#include <QObject>
#include <memory>
#include <optional>

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

  // Discards all results, for a new document.
  void forget();
  // Replaces the graphs, such as by those of a compilation, without moving a card that is shown
  // already. A layout in progress is completed first, so that the picture does not depend on time.
  void add(std::vector<GraphRecordPtr> graphs, GroupingPtr grouping, std::size_t starts = 1,
           Direction direction = Direction::down);
  // Replaces the previous request. Emits placed(), for small graphs before this returns, and again
  // if Graphviz finds a clearer placement. The first `starts` graphs are those shown first.
  void place(std::vector<GraphRecordPtr> graphs, GroupingPtr grouping, std::size_t starts = 1,
             Direction direction = Direction::down);
  bool keeps() const { return kept_ != nullptr; }        // placement() moves no card: see add()
  PlacementPtr placement() const { return placement_; }  // null before the first
  GroupingPtr grouping() const { return grouping_; }     // the grouping of the placement
  // The edges of `graph` if they were computed for the placement; else null.
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
  struct Question {
    std::vector<GraphRecordPtr> graphs;
    GroupingPtr grouping;
    std::size_t starts = 1;
    Direction direction = Direction::down;
  };
  void lay(Question question);
  void found(const Found& found, const GroupingPtr& grouping);
  void use(PlacementPtr placement);
  void layNext();
  void endJob();

  Jobs& jobs_;
  LayoutClient client_;
  std::shared_ptr<const PassLayout> layout_;
  OpFlowPtr ops_;  // of the last graphs; does not depend on which groups are open
  std::size_t starts_ = 0;
  Folding folding_ = Folding::all;
  PlacementPtr placement_, own_;
  PlacementPtr kept_;             // cards that must not move; null: none
  std::optional<Question> next_;  // of add(), until the current layout is complete
  GroupingPtr grouping_;
  JobId job_ = 0, helperJob_ = 0;
};

}  // namespace ng::views
