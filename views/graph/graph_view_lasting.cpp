// SPDX-License-Identifier: Apache-2.0
// Bookmarks, and what of the view lasts from one opening of a document to the next.
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
    return crumbs_->setNotice(tr("Bookmark %1 is gone").arg(number), false);
  }
  const int number = bookmarks_.add({op, canvas_->visibleArea()});
  crumbs_->setNotice(tr("Bookmark %1 (Ctrl+%1 goes there)").arg(number), false);
}

void GraphView::goToBookmark(int number) {
  const auto place = bookmarks_.at(number);
  if (!place)
    return crumbs_->setNotice(tr("There is no bookmark %1 (Ctrl+B sets one)").arg(number), false);
  canvas_->showArea(place->area);
  if (place->op) workspace_.selection.selectOp(place->op);
  crumbs_->setNotice(tr("Bookmark %1").arg(number), false);
}

QJsonObject GraphView::lasting() const {
  QJsonObject state{{"by", QString::fromUtf8(name(grouping_->by()))},
                    {"colour", static_cast<int>(colourBy_)}};
  QJsonArray closed;
  for (const ItemId id : grouping_->closed())
    if (const Group* group = grouping_->find(id))
      closed.append(QString::fromStdString(group->path));
  state["closed"] = closed;
  if (!canvas_->fitted()) state["area"] = numbers(canvas_->visibleArea());
  const DocumentRecordPtr document = workspace_.session.document();
  if (document) state["bookmarks"] = bookmarks_.toJson(*document->graph);
  return state;
}

void GraphView::restoreLasting(const QJsonObject& state) {
  const DocumentRecordPtr document = workspace_.session.document();
  if (!document || state.isEmpty()) return;
  bookmarks_.read(state["bookmarks"].toArray(), *document->graph);
  setColourBy(static_cast<ColourBy>(std::clamp(state["colour"].toInt(), 0, colourCount - 1)));
  const GroupBy by = groupByOf(state["by"].toString().toStdString());
  if (by != grouping_->by()) chosenBy_ = by;
  auto grouping = std::make_shared<Grouping>(allGraphs(compilation_.get(), document->graph), by,
                                             compilation_.get());
  for (const QJsonValue& path : state["closed"].toArray())
    if (const Group* group = grouping->find(path.toString().toStdString()))
      grouping->setOpen(group->id, false);
  settled_ = true;
  awaitedArea_ = areaOf(state["area"]);
  regroup(std::move(grouping), {});
}

}  // namespace ng::views
