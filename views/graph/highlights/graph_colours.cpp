// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/graph_colours.h"

#include <algorithm>

#include "engine/formats/overlays/overlay.h"
#include "engine/records/document_record.h"
#include "views/graph/highlights/card_placements.h"
#include "views/graph/highlights/heat.h"
#include "views/widgets/number_text.h"

namespace ng::views {

GraphColours::GraphColours(GraphShown& shown, ValueFacts& values, LegendStrip& legend)
    : shown_(shown), values_(values), legend_(legend) {}

void GraphColours::choose(ColourBy by) {
  chosen_ = by;
  shown_.crumbs.setColourBy(by);
  update();
  emit changed();
}

void GraphColours::updateIf(ColourBy by) {
  if (shownBy() == by) update();
}

void GraphColours::followComparison() {
  const ComparisonRecordPtr comparison = shown_.workspace.queries.comparison();
  const bool isNew = comparison && comparison != comparison_;
  comparison_ = comparison;
  isNew&& chosen_ == ColourBy::family ? choose(ColourBy::error) : updateIf(ColourBy::error);
}

// While sources are edited, changes colour the cards unless another quantity was chosen. While a
// time range is selected, the time in it does, unless another quantity was chosen.
ColourBy GraphColours::shownBy() const {
  if (chosen_ == ColourBy::family && shown_.workspace.queries.whatIf()) return ColourBy::change;
  const bool free = chosen_ == ColourBy::family || chosen_ == ColourBy::time;
  return free && shown_.workspace.selection.state().range ? ColourBy::range : chosen_;
}

void GraphColours::colourByPlacement() {
  CardPlacements placements;
  if (shownBy() == ColourBy::placement && shown_.graph)
    placements = cardPlacements(shown_.canvas.scene(), *shown_.graph, *shown_.grouping,
                                shown_.workspace.compilations.compilation().get());
  legend_.setPlacements(placements.names);
  shown_.canvas.setPlaced(placements.names.isEmpty() ? std::vector<std::optional<int>>()
                                                     : std::move(placements.cards));
}

void GraphColours::update() {
  colourByPlacement();
  const TimelinePtr timeline = shown_.workspace.profile.timeline();
  const ComparisonRecordPtr comparison = shown_.workspace.queries.comparison();
  Overlays* overlay = shown_.workspace.overlays;
  HeatInput input{&shown_.canvas.scene(),
                  shown_.graph.get(),
                  shown_.grouping.get(),
                  shown_.compilation.get(),
                  timeline.get(),
                  shown_.workspace.selection.state().range,
                  [this](OpId op) { return values_.of(op).value_or(ValueFact()).largest; },
                  comparison.get(),
                  shown_.workspace.queries.whatIf().get(),
                  overlay != nullptr ? &overlay->match(shown_.graph).values : nullptr};
  Heat heat = heatOf(input, shownBy());
  shown_.canvas.setHeat(std::move(heat.cards));
  legend_.setHeatEnds(heat.least, heat.most);
  shown_.crumbs.setNotice(About::colour, notice(heat.most.isEmpty()));
}

// Why no card is coloured, or which quantity overrides the chosen one.
QString GraphColours::notice(bool plain) const {
  const ColourBy by = shownBy();
  if (by == ColourBy::change) return tr("What-if: coloured by the change of each value");
  if (by == ColourBy::overlay) return overlayNotice();
  if (by == ColourBy::placement) return placementNotice();
  if (by == ColourBy::error) return errorNotice();
  if (!plain) return {};
  if (by == ColourBy::time) return tr("No kernel times yet: run (F5) to measure them");
  if (by == ColourBy::value) return tr("No values yet: run (F5) to compute them");
  return {};
}

QString GraphColours::errorNotice() const {
  const ComparisonRecordPtr comparison = shown_.workspace.queries.comparison();
  if (!comparison)
    return tr(
        "Compare in Debug with another transformer, precision or program to colour the "
        "cards by error");
  const auto differ = std::count_if(comparison->ops.begin(), comparison->ops.end(),
                                    [](const OpDifference& each) { return !each.agrees; });
  return tr("Relative error of %1 against %2: %3 of %4 differ by more than %5")
      .arg(QString::fromStdString(comparison->left), QString::fromStdString(comparison->right),
           countText(differ), countText(std::ssize(comparison->ops), tr("op")),
           valueText(comparison->rtol, 3));
}

QString GraphColours::placementNotice() const {
  if (!shown_.canvas.lit().placed.empty()) return {};
  return tr("One process computes everything: Compile > Ranks divides the graph");
}

QString GraphColours::overlayNotice() const {
  Overlays* overlays = shown_.workspace.overlays;
  if (overlays == nullptr || !overlays->shown())
    return tr("No overlay: File > Overlay… reads numbers per op from a CSV or JSON file");
  const DocumentRecordPtr document = shown_.document();
  const auto unmatched = static_cast<qlonglong>(
      overlays->match(document ? document->graph : nullptr).unmatched.size());
  if (unmatched == 0) return {};
  const auto all = static_cast<qlonglong>(overlays->shown()->rows.size());
  return tr("Overlay: %1 of %2 names match no op, see Messages").arg(unmatched).arg(all);
}

}  // namespace ng::views
