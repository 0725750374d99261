// SPDX-License-Identifier: Apache-2.0
#include "views/graph/editing/build_places.h"

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"

namespace ng::views {

BuildPlaces::BuildPlaces(Workspace& workspace, const GraphCanvas& canvas)
    : workspace_(workspace), canvas_(canvas) {}

void BuildPlaces::followEditor() {
  if (!workspace_.editor->editing()) {
    kept_.begin(kept_.direction()), before_.clear();
    fromNothing_ = false, laidOut_ = nullptr;
  } else {
    const DocumentRecordPtr document = workspace_.documents.document();
    // The first op may be made before the empty document is shown.
    fromNothing_ |=
        document ? document->graph->ops.empty() : workspace_.editor->undoName().isEmpty();
  }
}

bool BuildPlaces::changed() const {
  return workspace_.editor->places() != places_;
}

void BuildPlaces::noteMove(OpId op, QPointF from) {
  before_.try_emplace(op, from);
}

PlacementPtr BuildPlaces::arrange(const PlacementPtr& placement, const GraphRecordPtr& graph,
                                  const Grouping& grouping) {
  places_ = workspace_.editor->places();
  const bool laid = !workspace_.editor->editing() || asLaidOut(graph);
  if (!graph || (laid && places_.empty())) return placement;
  for (const OpRecord& op : graph->ops)
    if (grouping.item(op.id) != op.id) return placement;  // with closed groups, keep the layout
  const QRectF seen = canvas_.camera().visibleArea();
  const QPointF start(seen.center().x(), seen.top() + seen.height() / 4);
  if (laid) {  // as the document was saved
    KeptPlaces saved;
    saved.begin(placement->direction);
    for (const auto& [item, at] : placement->centres) saved.keep(item, {at.x, at.y});
    for (const auto& [ends, curve] : placement->curves) saved.keepRoute(ends.from, ends.to, curve);
    return std::make_shared<Placement>(saved.arrange(*graph, places_, start));
  }
  if (kept_.direction() != placement->direction) {
    kept_.begin(placement->direction);
    for (const auto& [item, at] : placement->centres) kept_.keep(item, {at.x, at.y});
  }
  keepPlaces();
  if (kept_.empty()) keepPicture(*graph);
  auto edited = std::make_shared<Placement>(kept_.arrange(*graph, places_, start));
  edited->edited = true;
  return edited;
}

// True while a restored draft has not been edited: its ops arrived before any card was shown.
bool BuildPlaces::asLaidOut(const GraphRecordPtr& graph) {
  const bool first = graph && !graph->ops.empty() && canvas_.scene().cards.empty() &&
                     kept_.empty() && !fromNothing_;
  laidOut_ = first || (laidOut_ && graph == laidOut_) ? graph : nullptr;
  return laidOut();
}

// Takes the current picture over as the starting point for edits.
void BuildPlaces::keepPicture(const GraphRecord& graph) {
  const GraphScene& scene = canvas_.scene();
  for (const Card& card : scene.cards)
    if (graph.find(card.id)) kept_.keep(card.id, card.rect.center());
  for (const EdgeShape& edge : scene.edges) {
    if (edge.hub || !edge.routed) continue;
    std::vector<LayoutPoint> route;
    for (std::uint32_t i = edge.first; i < edge.first + edge.points; ++i)
      route.push_back({scene.points[i].x(), scene.points[i].y()});
    kept_.keepRoute(scene.cards[static_cast<std::size_t>(edge.from)].id,
                    scene.cards[static_cast<std::size_t>(edge.to)].id, std::move(route));
  }
}

// Keeps the former places, so that undoing a move restores them.
void BuildPlaces::keepPlaces() {
  for (const auto& [op, at] : before_)
    if (places_.count(op) == 0) kept_.keep(op, at);
}

}  // namespace ng::views
