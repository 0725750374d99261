// SPDX-License-Identifier: Apache-2.0
#include "views/graph/graph_bookmarks.h"

#include <QJsonArray>
#include <QTimer>

#include "engine/records/document_record.h"
#include "engine/records/op_record.h"
#include "views/core/theme/literal_text.h"

namespace ng::views {

GraphBookmarks::GraphBookmarks(GraphShown& shown) : shown_(shown) {
  for (int number = 1; number <= Bookmarks::most; ++number) {
    auto* go = new QAction(&shown.canvas);  // found by the window, which completes its tips
    go->setData(number);
    go->setShortcut(QKeySequence(QString("Ctrl+%1").arg(number)));
    go->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(go, &QAction::triggered, this, [this, number] { goTo(number); });
    actions_ << go;
  }
  nameActions();
}

void GraphBookmarks::clear() {
  bookmarks_.clear();
  nameActions();
}

void GraphBookmarks::save(QJsonObject& state) const {
  if (const DocumentRecordPtr document = shown_.document())
    state["bookmarks"] = bookmarks_.toJson(*document->graph);
}

void GraphBookmarks::restore(const QJsonObject& state) {
  if (const DocumentRecordPtr document = shown_.document())
    bookmarks_.read(state["bookmarks"].toArray(), *document->graph);
  nameActions();
}

void GraphBookmarks::toggle() {
  const OpId op = shown_.workspace.selection.op();
  if (const std::optional<int> number = bookmarks_.of(op)) {
    bookmarks_.remove(*number);
    nameActions();
    return shown_.say(tr("Bookmark %1 removed").arg(*number));
  }
  const int number = bookmarks_.add({op, shown_.canvas.camera().visibleArea()});
  nameActions();
  shown_.say(tr("Bookmark %1 (Ctrl+%1 goes there)").arg(number));
}

// The menu entries name their targets.
void GraphBookmarks::nameActions() {
  for (QAction* go : actions_) {
    const auto place = bookmarks_.at(go->data().toInt());
    const OpRecord* op = place && shown_.graph ? shown_.graph->find(place->op) : nullptr;
    go->setText(tr("Go to bookmark %1: %2")
                    .arg(go->data().toInt())
                    .arg(op      ? literalText(QString::fromStdString(op->name))
                         : place ? tr("a place")
                                 : tr("not set")));
  }
}

void GraphBookmarks::goTo(int number) {
  const auto place = bookmarks_.at(number);
  if (!place)
    return shown_.crumbs.setNotice(About::confirmation,
                                   tr("Bookmark %1 is not set (Ctrl+B sets one)").arg(number));
  // The current history entry keeps its view and the new entry gets the bookmark's, so that Back
  // returns here.
  shown_.workspace.selection.noteView(shown_.canvas.camera().visibleArea());
  if (place->op) shown_.workspace.selection.selectOp(place->op);
  QTimer::singleShot(0, this,
                     [this, area = place->area] { shown_.canvas.camera().showArea(area); });
  shown_.say(tr("Bookmark %1").arg(number));
}

}  // namespace ng::views
