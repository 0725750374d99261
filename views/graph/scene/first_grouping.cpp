// SPDX-License-Identifier: Apache-2.0
// Opens groups, small ones first, while the fitted picture stays legible. The layers of a net are
// opened together, so that the net remains a chain.
#include "views/graph/scene/first_grouping.h"

#include <algorithm>
#include <set>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "views/graph/canvas/viewport.h"
#include "views/graph/scene/scene.h"
#include "views/layout/groups/node_scopes.h"
#include "views/layout/pass_layout.h"

namespace ng::views {
namespace {

constexpr std::size_t mostByRole = 50;       // ops that are shown in columns, without groups
constexpr std::size_t mostMeasured = 6'000;  // ops whose layout is tried with open groups
constexpr int fewestFolded = 3;              // equal layers that are one card at first
constexpr int mostFailures = 3;              // larger groups hardly succeed after that
constexpr double leastScale = 0.56;          // names are legible, most of them in full
constexpr double roomToSpare = 1.1;          // for updates, which Graphviz may spread
constexpr QSizeF leastCanvas{640, 400};      // a window that is not laid out yet has no size

bool hasScopes(const GraphRecord& graph) {
  return std::any_of(graph.ops.begin(), graph.ops.end(),
                     [](const OpRecord& op) { return !op.scope.empty(); });
}

class Opening {
 public:
  Opening(const std::vector<GraphRecordPtr>& graphs, std::size_t starts, GraphRecordPtr shown,
          QSizeF canvas, Direction direction, Grouping& grouping)
      : starts_(starts),
        shown_(std::move(shown)),
        canvas_(canvas.expandedTo(leastCanvas)),
        direction_(direction),
        grouping_(grouping) {
    // Graphs of intermediate passes hardly change the picture.
    for (std::size_t i = 0; i < graphs.size(); ++i)
      if (i < starts || i + 1 == graphs.size()) graphs_.push_back(graphs[i]);
    for (const GraphRecordPtr& graph : graphs_)
      for (const OpRecord& op : graph->ops)
        if (const auto around = grouping.around(op.id);
            op.traits.kind == OpKind::loop && !around.empty())
          kept_.insert(around.back()->id);  // loops start closed
    for (const Group& group : grouping.groups())
      if (group.repeats >= fewestFolded || !group.node.empty()) kept_.insert(group.id);
  }

  void run() {
    grouping_.closeLayers();
    for (const Group& group : grouping_.groups())
      if (group.ops.size() == 1) grouping_.setOpen(group.id, true);
    for (int failures = 0; failures < mostFailures;) {
      const std::vector<ItemId> together = next();
      if (together.empty()) return;
      // The updates of closed layers add little information.
      if (failures > 0 && grouping_.find(together.front())->band != Band::forward) return;
      for (const ItemId id : together) grouping_.setOpen(id, true);
      const bool forward = grouping_.find(together.front())->band == Band::forward;
      if (scale() >= leastScale * (forward ? 1 : roomToSpare)) continue;
      for (const ItemId id : together) grouping_.setOpen(id, false);
      kept_.insert(together.begin(), together.end());
      ++failures;
    }
  }

 private:
  bool seen(const Group& group) const {
    for (const Group* g = grouping_.find(group.parent); g; g = grouping_.find(g->parent))
      if (!grouping_.isOpen(g->id)) return false;
    return true;
  }

  // The closed groups to open next: those with the fewest ops, forward groups first.
  std::vector<ItemId> next() const {
    std::map<ItemId, std::vector<const Group*>> siblings;  // by parent, or alone
    for (const Group& group : grouping_.groups()) {
      if (grouping_.isOpen(group.id) || kept_.count(group.id) || !seen(group)) continue;
      siblings[group.parent ? group.parent : group.id].push_back(&group);
    }
    std::vector<ItemId> best;
    std::pair<Band, std::size_t> least{Band::update, 0};
    for (const auto& [parent, groups] : siblings) {
      std::size_t ops = 0;
      for (const Group* group : groups) ops += group->ops.size();
      const std::pair<Band, std::size_t> cost{groups.front()->band, ops};
      if (!best.empty() && cost >= least) continue;
      least = cost;
      best.clear();
      for (const Group* group : groups) best.push_back(group->id);
    }
    return best;
  }

  double scale() const {
    const PassLayout layout(graphs_, grouping_, starts_, direction_);
    const Placement placement = layout.ownPlacement();
    Viewport view;
    view.fit(buildScene({shown_, nullptr, &placement, &grouping_}).bounds, canvas_,
             Viewport::fitMargin);
    return view.scale();
  }

  std::vector<GraphRecordPtr> graphs_;
  std::size_t starts_;
  GraphRecordPtr shown_;
  QSizeF canvas_;
  Direction direction_;
  Grouping& grouping_;
  std::set<ItemId> kept_;  // groups that stay closed
};

}  // namespace

std::shared_ptr<Grouping> firstGrouping(const std::vector<GraphRecordPtr>& graphs,
                                        std::size_t starts, const GraphRecordPtr& shown,
                                        const QSizeF& canvas, Direction direction,
                                        std::optional<GroupBy> by,
                                        const CompilationRecord* compilation) {
  const std::vector<GraphRecordPtr> all = differentGraphs(graphs);
  std::size_t most = 0;
  for (const GraphRecordPtr& graph : all) most = std::max(most, graph->ops.size());
  const bool scopes = !all.empty() && ((hasScopes(*all.front()) && most > mostByRole) ||
                                       !NodeScopes(*all.front()).empty());
  const GroupBy way = by.value_or(scopes ? GroupBy::scope : GroupBy::role);
  auto grouping = std::make_shared<Grouping>(graphs, way, compilation);
  if (by ? most <= mostByRole || way == GroupBy::none : !scopes) return grouping;
  if (most > mostMeasured || !shown)
    grouping->closeLayers();
  else
    Opening(graphs, starts, shown, canvas, direction, *grouping).run();
  return grouping;
}

}  // namespace ng::views
