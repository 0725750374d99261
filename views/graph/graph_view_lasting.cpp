// SPDX-License-Identifier: Apache-2.0
// Bookmarks, groups by name, and the saved state of the view.
#include "views/graph/graph_view.h"

namespace ng::views {
namespace {

QJsonArray numbers(const QRectF& area) {
  return {area.x(), area.y(), area.width(), area.height()};
}

QRectF areaOf(const QJsonValue& value) {
  return {value[0].toDouble(), value[1].toDouble(), value[2].toDouble(), value[3].toDouble()};
}

}  // namespace

void GraphView::toggleBookmark() {
  const OpKey op = workspace_.selection.op();
  if (const int number = bookmarks_.of(op)) {
    bookmarks_.remove(number);
    nameBookmarks();
    return crumbs_->setNotice(About::deed, tr("Bookmark %1 removed").arg(number));
  }
  const int number = bookmarks_.add({op, canvas_->visibleArea()});
  nameBookmarks();
  crumbs_->setNotice(About::deed, tr("Bookmark %1 (Ctrl+%1 goes there)").arg(number));
}

// The menu entries name their targets.
void GraphView::nameBookmarks() {
  for (QAction* go : toBookmarks_) {
    const auto place = bookmarks_.at(go->data().toInt());
    const OpRecord* op = place && graph_ ? graph_->find(place->op) : nullptr;
    go->setText(tr("Go to bookmark %1: %2")
                    .arg(go->data().toInt())
                    .arg(op      ? QString::fromStdString(op->name)
                         : place ? tr("a place")
                                 : tr("not set")));
  }
}

void GraphView::goToBookmark(int number) {
  const auto place = bookmarks_.at(number);
  if (!place)
    return crumbs_->setNotice(About::deed,
                              tr("Bookmark %1 is not set (Ctrl+B sets one)").arg(number));
  // The current history entry keeps its view and the new entry gets the bookmark's, so that Back
  // returns here.
  workspace_.selection.noteView(canvas_->visibleArea());
  if (place->op) workspace_.selection.selectOp(place->op);
  QTimer::singleShot(0, this, [this, area = place->area] { canvas_->showArea(area); });
  crumbs_->setNotice(About::deed, tr("Bookmark %1").arg(number));
}

QJsonObject GraphView::lasting() const {
  QJsonObject state{{"by", QString::fromUtf8(name(grouping_->by()))},
                    {"colour", static_cast<int>(colourBy_)},
                    {"direction", QString::fromUtf8(name(direction_))}};
  QJsonArray closed;
  for (const ItemId id : grouping_->closed())
    if (const Group* group = grouping_->find(id))
      closed.append(QString::fromStdString(group->path));
  state["closed"] = closed;
  // A draft is not refitted after each edit, but counts as fitted while it is fully visible.
  const bool whole = canvas_->fitted() || (making() && canvas_->everythingFits());
  if (!whole) state["area"] = numbers(canvas_->visibleArea());
  if (!folds_) state["unfolded"] = true;
  const DocumentRecordPtr document = workspace_.documents.document();
  if (document) state["bookmarks"] = bookmarks_.toJson(*document->graph);
  return state;
}

void GraphView::restoreLasting(const QJsonObject& state) {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document || state.isEmpty()) return;
  bookmarks_.read(state["bookmarks"].toArray(), *document->graph);
  nameBookmarks();
  setColourBy(static_cast<ColourBy>(std::clamp(state["colour"].toInt(), 0, colourCount - 1)));
  if (const QString way = state["direction"].toString(); !way.isEmpty())
    setDirection(way == "right" ? Direction::right : Direction::down);
  setFolds(!state["unfolded"].toBool());
  const GroupBy by = groupByOf(state["by"].toString().toStdString());
  if (by != grouping_->by()) chosenBy_ = by;
  auto grouping = std::make_shared<Grouping>(allGraphs(compilation_.get(), document->graph), by,
                                             compilation_.get());
  for (const QJsonValue& path : state["closed"].toArray())
    if (const Group* group = grouping->find(path.toString().toStdString()))
      grouping->setOpen(group->id, false);
  settled_ = true;
  const QRectF area = areaOf(state["area"]);
  if (!area.isEmpty()) aimAt([this, area] { showAgain(area); });
  regroup(std::move(grouping), {});
}

// Opens these groups, by path or title, with the groups around them, and closes all others.
QString GraphView::openOnly(Grouping& grouping, const QStringList& names) const {
  if (names == QStringList{"all"}) return grouping.openAll(), QString();
  grouping.closeAll();
  if (names == QStringList{"none"}) return {};
  for (const QString& wanted : names) {
    bool found = false;
    for (const Group& group : grouping.groups()) {
      const std::string words = wanted.toStdString();
      if (group.path != words && group.title != words) continue;
      found = true;
      for (const Group* g = &group; g; g = grouping.find(g->parent)) grouping.setOpen(g->id, true);
    }
    if (found) continue;
    QStringList known;
    for (const Group& group : grouping.groups()) known << QString::fromStdString(group.path);
    return tr("Unknown group %1; groups: %2.")
        .arg(wanted, known.isEmpty() ? tr("none") : known.join(", "));
  }
  return {};
}

QString GraphView::arrange(const QJsonObject& options) {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document) return tr("Open a document first: there are no groups to arrange.");
  if (const QString way = options["direction"].toString(); !way.isEmpty())
    setDirection(way == "right" ? Direction::right : Direction::down);
  if (options["unfolded"].toBool()) setFolds(false);
  const QString by = options["group"].toString();
  const QStringList open = options["open"].toVariant().toStringList();
  if (by.isEmpty() && open.isEmpty()) return {};
  if (by == "device" && !groupings_[GroupBy::device]->isEnabled())
    return groupings_[GroupBy::device]->toolTip();
  const GroupBy kind = by.isEmpty() ? grouping_->by() : groupByOf(by.toStdString());
  if (open.isEmpty()) {
    if (chosenBy_ == kind && grouping_->by() == kind && settled_) return {};
    chosenBy_ = kind;
    settled_ = true;
    findGroups([this](std::shared_ptr<Grouping> made) { regroup(std::move(made), {}); });
    return {};
  }
  auto grouping = kind == grouping_->by()
                      ? std::make_shared<Grouping>(*grouping_)
                      : std::make_shared<Grouping>(allGraphs(compilation_.get(), document->graph),
                                                   kind, compilation_.get());
  if (const QString wrong = openOnly(*grouping, open); !wrong.isEmpty()) return wrong;
  chosenBy_ = kind;
  settled_ = true;
  regroup(std::move(grouping), {});
  return {};
}

// Paths of the groups that are open or closed on the canvas.
QStringList GraphView::groupNames(bool open) const {
  const auto inside = [this](const Group& group) {
    for (const Group* g = grouping_->find(group.parent); g; g = grouping_->find(g->parent))
      if (!grouping_->isOpen(g->id)) return true;
    return false;
  };
  QStringList names;
  for (const Group& group : grouping_->groups())
    if (!group.ops.empty() && grouping_->isOpen(group.id) == open && !inside(group))
      names << QString::fromStdString(group.path);
  return names;
}

QJsonObject GraphView::groupsDrawn() const {
  return {{"by", QString::fromUtf8(name(grouping_->by()))},
          {"open", QJsonArray::fromStringList(groupNames(true))},
          {"closed", QJsonArray::fromStringList(groupNames(false))}};
}

void GraphView::sayGroups() const {
  if (!said) return;
  QStringList words{"--group", QString::fromUtf8(name(grouping_->by()))};
  QStringList open = groupNames(true);
  if (groupNames(false).isEmpty() && !open.isEmpty()) open = {"all"};
  if (open.isEmpty() && grouping_->by() != GroupBy::none) open = {"none"};
  for (const QString& each : open) words << "--open" << each;
  if (!folds_) words << "--unfolded";
  said(words);
}

void GraphView::fold() {
  setFolds(!folds_);
  sayGroups();
}

void GraphView::turn() {
  setDirection(direction_ == Direction::down ? Direction::right : Direction::down);
  if (said) said({"--direction", QString::fromUtf8(name(direction_))});
}

}  // namespace ng::views
