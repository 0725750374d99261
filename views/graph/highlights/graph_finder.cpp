// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/graph_finder.h"

#include <utility>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/search/query_completion.h"
#include "views/widgets/code/find_bar.h"
#include "views/widgets/completing_edit.h"

namespace ng::views {
namespace {

constexpr int barWidth = 360;  // of the field and the count; the list below needs it

}  // namespace

GraphFinder::GraphFinder(GraphShown& shown, ValueFacts& values, GraphArrangement& arrangement)
    : shown_(shown),
      values_(values),
      arrangement_(arrangement),
      field_(new CompletingEdit),
      bar_(new FindBar(&shown.canvas, field_)),
      list_(new FindList(&shown.canvas)) {
  bar_->setWidth(barWidth);
  field_->installEventFilter(field_);  // keys of its list come before those of the bar
  field_->setPlaceholderText(tr("Find ops: name, or filters such as op:dot axis:N"));
  field_->completions = [this](const QString& text, int cursor) {
    const GraphRecordPtr graph = searched();
    if (!graph) return Completions();
    const std::string before = text.left(cursor).toStdString();
    const QueryCompletion found = complete_query(before, before.size(), *graph, facts());
    Completions offered{
        static_cast<int>(QString::fromStdString(before.substr(0, found.begin)).size()), {}};
    for (const std::string& word : found.words) offered.words << QString::fromStdString(word);
    return offered;
  };
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
  connect(list_, &FindList::chosen, this, &GraphFinder::visit);
}

void GraphFinder::open() {
  bar_->open(search_.text());
}

void GraphFinder::placeIn(const QSize& pane) {
  bar_->placeIn(pane);
  list_->placeBelow(bar_->geometry());
}

QueryFacts GraphFinder::facts() {
  return {shown_.compilation.get(),
          [this](OpId op) { return values_.of(op).value_or(ValueFact()).nonFinite; }};
}

// The picture as written shows one computation; the search covers all of them.
GraphRecordPtr GraphFinder::searched() const {
  const DocumentRecordPtr document = shown_.document();
  return shown_.workspace.selection.pass() < 0 && document ? document->graph : shown_.graph;
}

OpIds GraphFinder::matches() {
  if (soon_.isActive()) update();
  return {matches_.begin(), matches_.end()};
}

void GraphFinder::find(const QString& text) {
  const bool wrong = !search_.why().isEmpty();
  search_.setText(text);
  match_ = -1;
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
  const OpId current = match_ < 0 ? 0 : matches_[static_cast<std::size_t>(match_)];
  const GraphRecordPtr graph = searched();
  matches_.clear();
  if (graph && searching()) matches_ = search_.find(*graph, facts());
  const auto at = std::find(matches_.begin(), matches_.end(), current);
  match_ = at == matches_.end() ? -1 : static_cast<int>(at - matches_.begin());
  const bool hinted = std::exchange(
      hinted_, matches_.empty() && search_.why().isEmpty() && !search_.hint().isEmpty());
  if (hinted_ || hinted)
    shown_.crumbs.setNotice(About::search, hinted_ ? search_.hint() : QString(), true);
  showMatches();
}

// Why there are no matches, or none of some matches in the picture.
QString GraphFinder::note() const {
  if (!search_.why().isEmpty()) return search_.why();
  if (matches_.empty()) return search_.hint();
  int elsewhere = 0;
  for (const OpId op : matches_)
    if (shown_.graph && !shown_.graph->find(op)) ++elsewhere;
  if (elsewhere == 0) return {};
  return elsewhere == 1 ? tr("1 match is in another computation")
                        : tr("%1 matches are in other computations").arg(elsewhere);
}

void GraphFinder::showMatches() {
  const OpId current = match_ < 0 ? 0 : matches_[static_cast<std::size_t>(match_)];
  const GraphScene& scene = shown_.canvas.scene();
  FoundCards found = foundCards(scene, *shown_.grouping, matches_);
  shown_.canvas.setMatches(std::move(found.cards), std::move(found.folded),
                           current ? scene.find(shown_.grouping->item(current)) : -1);
  if (search_.why().isEmpty())
    bar_->setCount(match_ + 1, matchCount());
  else
    bar_->setError(search_.why());
  if (bar_->isHidden()) return list_->hide();
  list_->setMatches(searched(), matches_, note(), !search_.why().isEmpty());
  list_->setCurrent(match_);
}

void GraphFinder::next(int direction) {
  if (soon_.isActive()) update();
  if (matchCount() == 0) return;
  visit(match_ < 0 ? (direction > 0 ? 0 : matchCount() - 1)
                   : (match_ + direction + matchCount()) % matchCount());
}

// The card must not be below the list. A closed group has no place for the op before its layout.
void GraphFinder::visit(int match) {
  match_ = match;
  const OpId op = matches_[static_cast<std::size_t>(match)];
  const bool shown = shown_.graph && shown_.graph->find(op);  // else of another computation
  const auto reveal = [this, op] {
    shown_.canvas.reveal(shown_.cardFor(op));
    shown_.canvas.showItem(shown_.cardFor(op));  // at a scale at which it can be read
    const QRectF card = shown_.canvas.cardRect(shown_.cardFor(op));
    const QRectF covered = bar_->geometry() | list_->geometry();
    if (!list_->isHidden() && covered.intersects(card))
      shown_.canvas.camera().panBy({covered.left() - card.right() - metrics::grid, 0});
  };
  if (!shown || !arrangement_.openAround(op, reveal)) reveal();
  showMatches();
  shown_.workspace.selection.selectOp(op);
}

}  // namespace ng::views
