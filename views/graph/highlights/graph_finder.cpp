// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/graph_finder.h"

#include <utility>

#include "views/widgets/code/find_bar.h"

namespace ng::views {

GraphFinder::GraphFinder(GraphShown& shown, ValueFacts& values)
    : shown_(shown), values_(values), bar_(new FindBar(&shown.canvas)) {
  soon_.setSingleShot(true);
  soon_.setInterval(150);
  connect(&soon_, &QTimer::timeout, this, &GraphFinder::update);
  connect(bar_, &FindBar::textChanged, this, &GraphFinder::find);
  connect(bar_, &FindBar::next, this, [this] { next(1); });
  connect(bar_, &FindBar::previous, this, [this] { next(-1); });
  connect(bar_, &FindBar::closed, this, [this] {
    find({});
    shown_.canvas.setFocus();
  });
}

void GraphFinder::open() {
  bar_->open(search_.text());
}

QueryFacts GraphFinder::facts() {
  return {shown_.compilation.get(),
          [this](OpKey op) { return values_.of(op).value_or(ValueFact()).nonFinite; }};
}

OpKeys GraphFinder::matches() {
  OpKeys ops;
  const QueryFacts known = facts();
  if (shown_.graph && searching())
    for (const OpRecord& op : shown_.graph->ops)
      if (search_.matches(op, known)) ops.insert(op.id);
  return ops;
}

void GraphFinder::find(const QString& text) {
  const bool wrong = !search_.why().isEmpty();
  search_.setText(text);
  hit_ = -1;
  if (wrong || !search_.why().isEmpty())
    shown_.crumbs.setNotice(About::search, search_.why(), true);
  constexpr std::size_t atEachKey = 5'000;  // ops; larger graphs are searched when typing pauses
  if (shown_.graph && shown_.graph->ops.size() > atEachKey)
    soon_.start();
  else
    update();
}

void GraphFinder::update() {
  soon_.stop();
  found_ = {};
  if (shown_.graph)
    found_ = findCards(shown_.canvas.scene(), *shown_.graph, *shown_.grouping, search_, facts());
  hitCards_.clear();
  for (std::size_t i = 0; i < found_.cards.size(); ++i)
    if (found_.cards[i] != Hit::none) hitCards_.push_back(static_cast<int>(i));
  if (hit_ >= static_cast<int>(hitCards_.size())) hit_ = -1;
  const bool hinted = std::exchange(
      hinted_, hitCards_.empty() && search_.why().isEmpty() && !search_.hint().isEmpty());
  if (hinted_ || hinted)
    shown_.crumbs.setNotice(About::search, hinted_ ? search_.hint() : QString(), true);
  showHits();
}

void GraphFinder::showHits() {
  shown_.canvas.setHits(found_.cards, found_.folded,
                        hit_ < 0 ? -1 : hitCards_[static_cast<std::size_t>(hit_)]);
  if (search_.why().isEmpty())
    bar_->setCount(hit_ + 1, hits());
  else
    bar_->setError(search_.why());
}

void GraphFinder::next(int direction) {
  if (soon_.isActive()) update();
  const int count = hits();
  if (count == 0) return;
  hit_ = hit_ < 0 ? (direction > 0 ? 0 : count - 1) : (hit_ + direction + count) % count;
  const auto at = static_cast<std::size_t>(hitCards_[static_cast<std::size_t>(hit_)]);
  const Card& card = shown_.canvas.scene().cards[at];
  ItemId item = card.id;
  if (shown_.canvas.lit().hits[at] == Hit::folded)
    for (const Chip& chip : card.chips)
      for (const OpKey op : chip.folds)
        if (shown_.canvas.lit().foldedHits.count(op)) item = op;
  showHits();
  shown_.canvas.reveal(item);
  shown_.workspace.selection.selectOp(shown_.grouping->find(item) ? hitWithin(item) : item);
}

// The first matching op of a closed group.
OpKey GraphFinder::hitWithin(ItemId group) {
  const QueryFacts known = facts();
  for (const OpRecord& op : shown_.graph->ops)
    if (shown_.grouping->item(op.id) == group && search_.matches(op, known)) return op.id;
  return 0;
}

}  // namespace ng::views
