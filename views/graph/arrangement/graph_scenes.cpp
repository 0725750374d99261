// SPDX-License-Identifier: Apache-2.0
#include "views/graph/arrangement/graph_scenes.h"

#include "engine/records/graph_record.h"
#include "engine/records/pass_record.h"
#include "views/graph/editing/build_layer.h"
#include "views/layout/closed_up.h"

namespace ng::views {
namespace {

constexpr std::size_t mostAtOnce = 600;  // ops whose scene is built on the GUI thread
constexpr std::size_t mostWhole = 4000;  // cards of a scene that is built in one step

}  // namespace

GraphScenes::GraphScenes(GraphShown& shown, GraphArrangement& arrangement, GraphAim& aim)
    : shown_(shown), arrangement_(arrangement), aim_(aim) {}

void GraphScenes::rebuild() {
  if (!shown_.graph || !arrangement_.placer().placement())
    return take({std::make_shared<GraphScene>(), nullptr, nullptr});
  if (job_) shown_.workspace.jobs.cancel(std::exchange(job_, 0));
  PlacementPtr placement;
  Maker make = maker(placement);
  shown_.placement = placement;
  if (shown_.graph->ops.size() <= mostAtOnce) return take(make({}, links_));
  std::optional<QRectF> near;
  if (placement->centres.size() > mostWhole) near = aim_.areaToCome(*placement);
  draw(std::move(make), near, shown_.graph);
}

// The copies in the closure keep the scene's inputs alive.
GraphScenes::Maker GraphScenes::maker(PlacementPtr& placement) {
  std::shared_ptr<const PassRecord> diff = shown_.pass;
  if (diff && diff->added.empty() && diff->removed.empty() && diff->modified.empty())
    diff = nullptr;
  const bool alone = shown_.workspace.selection.state().against == std::nullopt;
  const bool twoPanes = shown_.pass && !alone;
  std::vector<GraphRecordPtr> together{shown_.graph};
  if (twoPanes) together.push_back(shown_.pass->before);
  if (diff && !alone) {  // removed ops are shown in the other pane
    auto own = std::make_shared<PassRecord>(*diff);
    own->before = own->after;
    own->removed.clear();
    diff = own;
  }
  GraphPlacer& placer = arrangement_.placer();
  placement = placer.placement();
  std::unordered_map<OpId, QString> notes;
  auto hidden = shown_.hidden;
  if (shown_.editing()) hidden.reset();  // while editing, everything is shown
  if (shown_.build && !diff) {
    placement = shown_.build->places().arrange(placement, shown_.graph, *placer.grouping());
    notes = shown_.build->notes(shown_.graph);
  }
  if (hidden || shown_.making() || !twoPanes) together.clear();  // nothing moves in these cases
  if (linked_ != shown_.graph || linkedFolding_ != placer.grouping()->folding()) links_ = nullptr;
  linkedFolding_ = placer.grouping()->folding();
  if (!links_ && (links_ = placer.linksOf(shown_.graph))) linked_ = shown_.graph;
  if (diff) shown_.graph->find(0);  // builds the record's index, so that jobs only read it
  return [graph = shown_.graph, compilation = shown_.compilation, diff, placement, notes, together,
          twoPanes, grouping = placer.grouping(), hidden,
          farChips = arrangement_.folds()](const std::optional<QRectF>& near,
                                           const std::shared_ptr<const CardLinks>& links) -> Made {
    const auto known = links ? links
                             : std::make_shared<const CardLinks>(
                                   cardLinks(*graph, grouping->fused(), grouping->folding()));
    const PlacementPtr closed =
        together.empty() ? placement
                         : closedUp(placement, together, *grouping, twoPanes, known.get());
    return {std::make_shared<const GraphScene>(
                buildScene({graph, diff.get(), closed.get(), grouping.get(), hidden.get(), &notes,
                            known.get(), farChips, near})),
            known, closed};
  };
}

// Draws the part near the view first, then the whole scene.
void GraphScenes::draw(Maker make, const std::optional<QRectF>& near, const GraphRecordPtr& graph) {
  job_ = shown_.workspace.jobs.start(
      tr("Drawing the graph"),
      [this, make, near, graph, links = links_](JobContext&) -> Jobs::Done {
        return [this, made = make(near, links), make, near, graph] {
          job_ = 0;
          links_ = made.links;
          linked_ = graph;
          if (near) draw(make, {}, graph);
          if (!near || !made.scene->cards.empty()) take(made);
        };
      });
}

void GraphScenes::take(const Made& made) {
  shown_.placement = made.placement;
  emit ready(made.scene);
}

}  // namespace ng::views
