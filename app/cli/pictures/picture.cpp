// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pictures/picture.h"

#include <algorithm>
#include <set>
#include <span>
#include <unordered_map>

#include "app/cli/output.h"
#include "app/cli/pictures/layout_helper.h"
#include "engine/graph/axis_name.h"
#include "engine/records/graph_record.h"
#include "engine/records/shown_kind.h"
#include "views/layout/card_links.h"
#include "views/layout/pass_layout.h"
#include "views/layout/routing/edge_router.h"

namespace ng::cli {
namespace {

using views::Grouping;
using views::ItemId;
using views::Placement;

constexpr std::chrono::milliseconds helperDeadline{10'000};

Placement placed(const views::PassLayout& layout) {
  if (!layout.tooBig()) {
    if (const auto answer = askLayoutHelper(layout.question(), helperDeadline)) {
      return layout.placement(*answer);
    }
  }
  return layout.ownPlacement();
}

views::ShownLinks shownLinks(const GraphRecord& graph, const Grouping& grouping) {
  const views::CardLinks links = views::cardLinks(graph, grouping.fused(), grouping.folding());
  return views::shownLinks(links, grouping.items(links.ops));
}

class Maker {
 public:
  Maker(const GraphRecord& graph, const Grouping& grouping, const Placement& placement)
      : graph_(graph),
        grouping_(grouping),
        links_(shownLinks(graph, grouping)),
        placement_(placement) {}

  Picture make(const std::string& title) {
    picture_.title = title;
    for (std::size_t i = 0; i < graph_.ops.size(); ++i) {
      if (!views::isHull(graph_.ops[i]) && !links_.chips[i]) addCard(graph_.ops[i]);
    }
    for (PictureCard& card : picture_.cards) {
      if (card.group) card.detail = plural(static_cast<std::int64_t>(card.ops.size()), "op");
    }
    addEdges();
    measure();
    return std::move(picture_);
  }

 private:
  void addCard(const OpRecord& op) {
    const ItemId item = grouping_.item(op.id);
    const auto known = places_.find(item);
    if (known != places_.end()) {
      PictureCard& card = picture_.cards[static_cast<std::size_t>(known->second)];
      if (card.group) card.ops.push_back(op.id);
      return;
    }
    const auto centre = placement_.centres.find(item);
    if (centre == placement_.centres.end()) return;
    places_[item] = static_cast<int>(picture_.cards.size());
    PictureCard card;
    if (item == op.id) {
      describe(op, card);
    } else {
      card.group = true;
      card.glyph = "▸";
      card.title = grouping_.find(item)->title;
      card.family = op.family;
    }
    card.ops = {op.id};
    card.centre = centre->second;
    card.row = placement_.rows.at(item);
    picture_.cards.push_back(std::move(card));
  }

  static void describe(const OpRecord& op, PictureCard& card) {
    card.glyph = op.glyph;
    card.title = op.name;
    card.kind = shown_kind(op);
    if (!op.results.empty()) {
      for (const AxisRecord& axis : op.results.front().axes) {
        card.detail += (card.detail.empty() ? "" : " · ") + shown_axis_name(axis.name);
        if (axis.length) card.detail += " " + length_text(axis);
      }
    }
    if (card.kind != op.op) card.detail = card.kind + " · " + card.detail;
    card.kernel = op.kernel_name;
    card.scope = op.scope;
    card.family = op.family;
    card.gradient = op.role == OpRole::gradient;
  }

  ItemId item(int op) const { return grouping_.item(graph_.ops[static_cast<std::size_t>(op)].id); }

  void addChip(const views::ShownLinks::Each& link, PictureCard& card) const {
    if (card.group) return;
    std::vector<const OpRecord*> chain;
    PictureChip chip;
    for (const int op : links_.chain(link.chip)) {
      chain.push_back(&graph_.ops[static_cast<std::size_t>(op)]);
      chip.names += (chip.names.empty() ? "" : ", ") + chain.back()->name;
    }
    for (const PictureChip& known : card.chips) {
      if (known.names == chip.names) return;
    }
    chip.text = views::chipText(
        chain, link.from < 0 ? nullptr : &graph_.ops[static_cast<std::size_t>(link.from)]);
    card.chips.push_back(std::move(chip));
  }

  void addEdges() {
    std::set<std::pair<int, int>> known;
    std::vector<views::RouteEdge> wanted;
    for (const views::ShownLinks::Each& link : links_.links) {
      const auto to = places_.find(item(link.to));
      if (to == places_.end()) continue;
      if (link.chip >= 0) addChip(link, picture_.cards[static_cast<std::size_t>(to->second)]);
      const auto from = link.from < 0 ? places_.end() : places_.find(item(link.from));
      if (from == places_.end() || from->second == to->second) continue;
      if (!known.insert({from->second, to->second}).second) continue;
      const auto given = placement_.curves.find({from->first, to->first});
      wanted.push_back(
          {from->second, to->second, given == placement_.curves.end() ? nullptr : &given->second});
    }
    std::vector<views::RouteCard> cards;
    for (const PictureCard& card : picture_.cards) {
      cards.push_back({card.centre, card.width, card.height, card.row});
    }
    picture_.edges.reserve(wanted.size());
    const auto take = [&](std::span<const views::LayoutPoint> route) {
      const views::RouteEdge& edge = wanted[picture_.edges.size()];
      const bool back = picture_.cards[static_cast<std::size_t>(edge.to)].row <
                        picture_.cards[static_cast<std::size_t>(edge.from)].row;
      picture_.edges.push_back({edge.from, edge.to, back, {route.begin(), route.end()}});
    };
    views::routeEdges(cards, wanted, placement_.direction, take);
  }

  void measure() {
    if (picture_.cards.empty()) return;
    picture_.left = picture_.top = 1e18;
    picture_.right = picture_.bottom = -1e18;
    auto include = [this](double left, double top, double right, double bottom) {
      picture_.left = std::min(picture_.left, left);
      picture_.top = std::min(picture_.top, top);
      picture_.right = std::max(picture_.right, right);
      picture_.bottom = std::max(picture_.bottom, bottom);
    };
    for (const PictureCard& card : picture_.cards) {
      include(card.centre.x - card.width / 2, card.centre.y - card.height / 2,
              card.centre.x + card.width / 2, card.centre.y + card.height / 2);
    }
    for (const PictureEdge& edge : picture_.edges) {
      for (const views::LayoutPoint& p : edge.points) include(p.x, p.y, p.x, p.y);
    }
  }

  const GraphRecord& graph_;
  const Grouping& grouping_;
  views::ShownLinks links_;
  const Placement& placement_;
  Picture picture_;
  std::unordered_map<ItemId, int> places_;  // item -> card
};

}  // namespace

std::vector<Picture> makePictures(const std::vector<GraphRecordPtr>& graphs,
                                  const std::string& title, const PictureOptions& options) {
  Grouping grouping(graphs, views::GroupBy::scope);
  if (!options.folds) grouping.setFolding(views::Folding::nothing);
  const bool scopes = std::any_of(graphs.begin(), graphs.end(), [](const GraphRecordPtr& graph) {
    return std::any_of(graph->ops.begin(), graph->ops.end(),
                       [](const OpRecord& op) { return !op.scope.empty(); });
  });
  if (scopes && !options.expanded) grouping.closeLayers();
  const Placement placement = placed({graphs, grouping, 1, options.direction});
  std::vector<Picture> pictures;
  for (const GraphRecordPtr& graph : graphs)
    pictures.push_back(Maker(*graph, grouping, placement).make(title));
  return pictures;
}

Picture makePicture(const GraphRecordPtr& graph, const std::string& title,
                    const PictureOptions& options) {
  return makePictures({graph}, title, options).front();
}

}  // namespace ng::cli
