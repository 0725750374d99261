// SPDX-License-Identifier: Apache-2.0
// Builds the scene of the shown graph: large ones in a job, the part near the view first.
#pragma once

#include <functional>
#include <optional>

#include "views/graph/arrangement/graph_arrangement.h"

namespace ng::views {

class GraphScenes : public QObject {
  Q_OBJECT

 public:
  GraphScenes(GraphShown& shown, GraphArrangement& arrangement, GraphAim& aim);

  void rebuild();
  bool busy() const { return job_ != 0; }

 signals:
  void ready(const ng::views::ScenePtr& scene);  // placed as shown.placement says

 private:
  struct Made {
    ScenePtr scene;
    std::shared_ptr<const CardLinks> links;  // of its graph
    PlacementPtr placement;                  // the places of its cards
  };
  using Maker = std::function<Made(const std::optional<QRectF>& near,
                                   const std::shared_ptr<const CardLinks>& links)>;
  Maker maker(PlacementPtr& placement);
  void draw(Maker make, const std::optional<QRectF>& near, const GraphRecordPtr& graph);
  void take(const Made& made);

  GraphShown& shown_;
  GraphArrangement& arrangement_;
  GraphAim& aim_;
  // Links of `linked_`, the graph that was drawn last.
  std::shared_ptr<const CardLinks> links_;
  GraphRecordPtr linked_;
  Folding linkedFolding_ = Folding::all;
  JobId job_ = 0;
};

}  // namespace ng::views
