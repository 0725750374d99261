// SPDX-License-Identifier: Apache-2.0
#include "views/graph/arrangement/graph_arrangement.h"

#include <QJsonArray>
#include <algorithm>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/graph/arrangement/group_names.h"
#include "views/graph/scene/first_grouping.h"

namespace ng::views {
namespace {

constexpr std::size_t mostGrouped = 5000;  // ops that are grouped on the GUI thread

QRectF areaOf(const QJsonValue& value) {
  return {value[0].toDouble(), value[1].toDouble(), value[2].toDouble(), value[3].toDouble()};
}

QJsonArray closedPaths(const Grouping& grouping) {
  QJsonArray paths;
  for (const ItemId id : grouping.closed())
    if (const Group* group = grouping.find(id)) paths.append(QString::fromStdString(group->path));
  return paths;
}

}  // namespace

GraphArrangement::GraphArrangement(GraphShown& shown, GraphAim& aim)
    : shown_(shown), aim_(aim), placer_(shown.workspace.jobs) {}

void GraphArrangement::forget() {
  placer_.forget();
  settled_ = false;
  chosenBy_ = std::nullopt;
}

void GraphArrangement::followGraphs() {
  findGroups([this](std::shared_ptr<Grouping> made) { firstGroups(std::move(made)); });
}

std::shared_ptr<Grouping> GraphArrangement::copy() const {
  return std::make_shared<Grouping>(*shown_.grouping);
}

// Groups as the user chose, else by the heuristics of firstGrouping().
void GraphArrangement::findGroups(Use use) {
  const auto graphs = shown_.graphs();
  if (job_) shown_.workspace.jobs.cancel(std::exchange(job_, 0));
  std::size_t most = 0;
  for (const GraphRecordPtr& graph : graphs) most = std::max(most, graph->ops.size());
  const auto grouping = [graphs, starts = starts(), shown = shown_.graph,
                         size = shown_.canvas.size(), compilation = shown_.compilation,
                         by = chosenBy_  ? chosenBy_
                              : settled_ ? std::optional(shown_.grouping->by())
                                         : std::nullopt,
                         direction = direction_] {
    return firstGrouping(graphs, starts, shown, size, direction, by, compilation.get());
  };
  if (most <= mostGrouped) return use(grouping());
  job_ = shown_.workspace.jobs.start(tr("Grouping the graph"),
                                     [this, grouping, use](JobContext&) -> Jobs::Done {
                                       return [this, use, made = grouping()] {
                                         job_ = 0;
                                         use(made);
                                       };
                                     });
}

void GraphArrangement::firstGroups(std::shared_ptr<Grouping> grouping) {
  const bool same =
      settled_ && grouping->by() == shown_.grouping->by() && !shown_.canvas.scene().cards.empty();
  if (same) grouping->standAs(*shown_.grouping);
  settled_ |= shown_.document() && !shown_.document()->graph->ops.empty();
  regroup(std::move(grouping), {}, same ? Cards::stay : Cards::move);
}

// The view starts with the document's graph or, once it is compiled, with the computation's as
// written.
std::size_t GraphArrangement::starts() const {
  return shown_.document() && shown_.compilation ? 2 : 1;
}

void GraphArrangement::regroup(std::shared_ptr<Grouping> grouping, Anchor anchor, Cards cards) {
  // A pending grouping for a compilation still arrives and then takes over which groups are open.
  if (job_ && grouping->by() != shown_.grouping->by())
    shown_.workspace.jobs.cancel(std::exchange(job_, 0));
  grouping->setFolding(folding());
  shown_.grouping = grouping;
  shown_.anchor = anchor;
  shown_.crumbs.setNotice(About::layout, {});
  emit changed();
  if (cards == Cards::stay)
    placer_.add(shown_.graphs(), shown_.grouping, starts(), direction_);
  else
    placer_.place(shown_.graphs(), shown_.grouping, starts(), direction_);
}

void GraphArrangement::setDirection(Direction direction) {
  if (direction == direction_) return;
  direction_ = direction;
  emit changed();
  if (shown_.document()) regroup(copy(), {});
  shown_.canvas.camera().fit();
}

void GraphArrangement::turn() {
  setDirection(direction_ == Direction::down ? Direction::right : Direction::down);
  emit turned();
}

// While editing, only constants are folded.
Folding GraphArrangement::folding() const {
  if (!folds_) return Folding::nothing;
  return shown_.editing() ? Folding::constants : Folding::all;
}

void GraphArrangement::setFolds(bool folds) {
  if (folds == folds_) return;
  folds_ = folds;
  emit changed();
  if (shown_.document()) regroup(copy(), {});
}

void GraphArrangement::fold() {
  setFolds(!folds_);
  emit grouped();
}

void GraphArrangement::setGroupBy(GroupBy by) {
  if (!shown_.document()) return;
  if (by == shown_.grouping->by()) return setAllOpen(false);  // closes the groups again
  settled_ = true;
  chosenBy_ = by;
  findGroups([this](std::shared_ptr<Grouping> made) {
    aim_.atEverything();
    regroup(std::move(made), {});
    emit grouped();
  });
}

void GraphArrangement::setOpen(ItemId id, bool open) {
  const Group* group = shown_.grouping->find(id);
  if (!group || group->ops.empty() || shown_.grouping->isOpen(id) == open) return;
  settled_ = true;
  auto changed = copy();
  changed->setOpen(id, open);
  // The group's card and its first shown member are each other's anchor.
  OpId member = 0;
  for (const OpId op : group->ops)
    if (!member && shown_.canvas.scene().find(shown_.grouping->item(op)) >= 0) member = op;
  if (open)
    aim_.atGroup(id);
  else
    aim_.clear();
  regroup(changed, {shown_.grouping->item(member), changed->item(member)});
  emit grouped();
}

void GraphArrangement::setAllOpen(bool open) {
  settled_ = true;
  auto changed = copy();
  open ? changed->openAll() : changed->closeAll();
  aim_.clear();
  regroup(changed, {});
  emit grouped();
}

void GraphArrangement::closeAround() {
  const OpId op = shown_.workspace.selection.op();
  const std::vector<const Group*> around = shown_.grouping->around(op);
  for (auto group = around.rbegin(); group != around.rend(); ++group)
    if (shown_.grouping->isOpen((*group)->id)) return setOpen((*group)->id, false);
}

bool GraphArrangement::openAround(OpId op, std::function<void()> reveal) {
  const ItemId card = shown_.grouping->item(op);
  if (!shown_.grouping->find(card)) return false;
  settled_ = true;
  auto changed = copy();
  for (const Group* group : changed->around(op)) changed->setOpen(group->id, true);
  aim_.at(reveal ? std::move(reveal) : [this, op] { shown_.canvas.reveal(shown_.cardFor(op)); });
  regroup(changed, {card, changed->item(op)});
  emit grouped();
  return true;
}

QString GraphArrangement::whyNoDevices() const {
  const DocumentRecordPtr document = shown_.document();
  const bool some =
      document && std::any_of(document->graph->ops.begin(), document->graph->ops.end(),
                              [](const OpRecord& op) { return !deviceNamed(op).empty(); });
  return some ? QString() : tr("No op names a device in its metadata \"device\".");
}

void GraphArrangement::save(QJsonObject& state) const {
  state["by"] = QString::fromUtf8(name(shown_.grouping->by()));
  state["direction"] = QString::fromUtf8(name(direction_));
  if (!folds_) state["unfolded"] = true;
  state["closed"] = closedPaths(*shown_.grouping);
}

// Cards stay where they are if the groups are already as they were.
void GraphArrangement::restore(const QJsonObject& state) {
  if (const QString way = state["direction"].toString(); !way.isEmpty())
    setDirection(way == "right" ? Direction::right : Direction::down);
  setFolds(!state["unfolded"].toBool());
  const GroupBy by = groupByOf(state["by"].toString().toStdString());
  if (by != shown_.grouping->by()) chosenBy_ = by;
  auto grouping = std::make_shared<Grouping>(shown_.graphs(), by, shown_.compilation.get());
  for (const QJsonValue& path : state["closed"].toArray())
    if (const Group* group = grouping->find(path.toString().toStdString()))
      grouping->setOpen(group->id, false);
  const bool same = settled_ && by == shown_.grouping->by() &&
                    closedPaths(*grouping) == closedPaths(*shown_.grouping);
  settled_ = true;
  if (const QRectF area = areaOf(state["area"]); !area.isEmpty()) aim_.atArea(area);
  regroup(std::move(grouping), {}, same ? Cards::stay : Cards::move);
}

QString GraphArrangement::apply(const QJsonObject& options) {
  if (!shown_.document()) return tr("Open a document first: there are no groups to arrange.");
  if (const QString way = options["direction"].toString(); !way.isEmpty())
    setDirection(way == "right" ? Direction::right : Direction::down);
  if (options["unfolded"].toBool()) setFolds(false);
  const QString by = options["group"].toString();
  const QStringList open = options["open"].toVariant().toStringList();
  if (by.isEmpty() && open.isEmpty()) return {};
  if (const QString why = whyNoDevices(); by == "device" && !why.isEmpty()) return why;
  const GroupBy kind = by.isEmpty() ? shown_.grouping->by() : groupByOf(by.toStdString());
  if (open.isEmpty()) {
    if (chosenBy_ == kind && shown_.grouping->by() == kind && settled_) return {};
    chosenBy_ = kind;
    settled_ = true;
    findGroups([this](std::shared_ptr<Grouping> made) { regroup(std::move(made), {}); });
    return {};
  }
  auto grouping = kind == shown_.grouping->by()
                      ? copy()
                      : std::make_shared<Grouping>(shown_.graphs(), kind, shown_.compilation.get());
  if (const QString wrong = openOnly(*grouping, open); !wrong.isEmpty()) return wrong;
  chosenBy_ = kind;
  settled_ = true;
  regroup(std::move(grouping), {});
  return {};
}

}  // namespace ng::views
