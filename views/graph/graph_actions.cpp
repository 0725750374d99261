// SPDX-License-Identifier: Apache-2.0
#include "views/graph/graph_actions.h"

#include <QActionGroup>
#include <QMenu>

#include "engine/records/op_record.h"
#include "views/core/theme/literal_text.h"
#include "views/core/theme/theme.h"
#include "views/graph/editing/build_layer.h"
#include "views/graph/graph_view.h"
#include "views/graph/op_menu.h"
#include "views/widgets/code/find_bar.h"

namespace ng::views {
namespace {

constexpr GroupBy groupings[] = {GroupBy::role, GroupBy::scope, GroupBy::kernel, GroupBy::device,
                                 GroupBy::none};

}  // namespace

GraphActions::GraphActions(GraphView& view) : QObject(&view), view_(view) {
  addNavigation();
  addSubsets();
  add(tr("Compare with the input graph"), "diff", Qt::Key_C,
      [this] { view_.comparison().compareWithWritten(); });
  add(tr("Bookmark"), "bookmark", QKeySequence("Ctrl+B"), [this] { view_.bookmarks().toggle(); });
  view_.addActions(view_.bookmarks().actions());
  addGroups();
  addArrangement();
  using Part = GraphExporter::Part;
  const auto ask = [this](Part part) { return [this, part] { view_.exporter().ask(part); }; };
  add(tr("Export the visible part…"), "export_seen", {}, ask(Part::seen));
  add(tr("Export the selection…"), "export_selection", {}, ask(Part::selection));
  add(tr("Export the graph…"), "export", QKeySequence("Ctrl+Alt+E"), ask(Part::whole));
  view_.addAction(view_.exporter().dark());
  fillLegend();
  fillFindBar();
}

QAction* GraphActions::add(const QString& title, const QString& icon, const QKeySequence& key,
                           std::function<void()> run) {
  auto* action = new QAction(Theme::current().icon(icon), title, &view_);
  action->setShortcut(key);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  const QString keys = key.toString(QKeySequence::NativeText);
  action->setToolTip(keys.isEmpty() ? title : title + " (" + keys + ")");
  connect(action, &QAction::triggered, this, std::move(run));
  view_.addAction(action);
  actions_[icon] = action;
  return action;
}

QAction* GraphActions::addCheckable(const QString& title, const QString& icon,
                                    const QKeySequence& key, std::function<void()> run) {
  QAction* action = add(title, icon, key, std::move(run));
  action->setCheckable(true);
  action->setIconVisibleInMenu(false);  // the icon would replace the check mark
  return action;
}

void GraphActions::addNavigation() {
  GraphCamera& camera = view_.canvas().camera();
  add(tr("Fit the graph"), "fit", Qt::Key_Home, [&camera] { camera.fit(); });
  add(tr("Actual size"), "actual_size", QKeySequence("Ctrl+0"), [&camera] { camera.oneToOne(); });
  add(tr("Zoom in"), "zoom_in", QKeySequence("Ctrl++"), [&camera] { camera.zoomBy(1.25); });
  add(tr("Zoom out"), "zoom_out", QKeySequence("Ctrl+-"), [&camera] { camera.zoomBy(0.8); });
  add(tr("Go to the selected op"), "locate", Qt::Key_F, [this] { view_.locate(); });
  GraphFinder& finder = view_.finder();
  add(tr("Find in the graph"), "search", QKeySequence::Find, [&finder] { finder.open(); });
  add(tr("Next match"), "next", Qt::Key_F3, [&finder] { finder.next(1); });
  add(tr("Previous match"), "previous", QKeySequence("Shift+F3"), [&finder] { finder.next(-1); });
  add(tr("Help on the query language"), "note", {}, [this] { emit view_.helpWanted("query"); });
}

void GraphActions::addSubsets() {
  GraphSubset& subset = view_.subset();
  add(tr("Isolate"), "isolate", Qt::Key_I, [&subset] { subset.isolate(); });
  add(tr("Hide"), "hide", QKeySequence("Shift+H"), [&subset] { subset.hide(); });
  add(tr("Show all ops"), "show_all", QKeySequence("Shift+I"), [&subset] { subset.showAll(); });
  add(tr("Trace upstream"), "trace_up", Qt::Key_U, [&subset] { subset.trace(Flow::upstream); });
  add(tr("Trace downstream"), "trace_down", Qt::Key_D,
      [&subset] { subset.trace(Flow::downstream); });
}

void GraphActions::addGroups() {
  GraphArrangement& arrangement = view_.arrangement();
  add(tr("Open all groups"), "expand", QKeySequence("Shift+Right"),
      [&arrangement] { arrangement.setAllOpen(true); });
  QAction* closeAll = add(tr("Close all groups"), "collapse", QKeySequence("Shift+Left"),
                          [&arrangement] { arrangement.setAllOpen(false); });
  add(tr("Close the group around the selection"), "collapse", {}, [&arrangement] {
    arrangement.closeAround();
  })->setShortcuts({QKeySequence("Shift+Return"), Qt::Key_Backspace});
  actions_["collapse"] = closeAll;  // of the two actions with this icon
  auto* one = new QActionGroup(this);
  const auto group = [&](GroupBy by, const QString& title, const QString& icon) {
    groupings_[by] =
        addCheckable(title, icon, {}, [&arrangement, by] { arrangement.setGroupBy(by); });
    one->addAction(groupings_[by]);
  };
  group(GroupBy::role, tr("Group by role"), "layout");
  group(GroupBy::scope, tr("Group by name scope"), "outline");
  group(GroupBy::kernel, tr("Group by kernel"), "kernels");
  group(GroupBy::device, tr("Group by device"), "device");
  group(GroupBy::none, tr("No groups"), "graph");
}

void GraphActions::addArrangement() {
  GraphArrangement& arrangement = view_.arrangement();
  addCheckable(tr("Fold constants, reads and broadcasts"), "fold", {}, [&arrangement] {
    arrangement.fold();
  })->setChecked(true);
  add(tr("Left to right"), "direction", QKeySequence("Ctrl+K"), [&arrangement] {
    arrangement.turn();
  })->setCheckable(true);
}

void GraphActions::follow() {
  const GraphArrangement& arrangement = view_.arrangement();
  actions_["direction"]->setChecked(arrangement.direction() == Direction::right);
  actions_["fold"]->setChecked(arrangement.folds());
  for (auto [by, action] : groupings_.asKeyValueRange())
    action->setChecked(by == view_.grouping().by());
}

void GraphActions::followDevices() {
  QAction* action = groupings_[GroupBy::device];
  const QString why = view_.arrangement().whyNoDevices();
  action->setEnabled(why.isEmpty());
  action->setToolTip(why.isEmpty() ? action->text() : why);
}

void GraphActions::fillLegend() {
  auto* groups = new QAction(Theme::current().icon("layout"), tr("Groups"), &view_);
  auto* menu = new QMenu(&view_);
  for (const char* name : {"expand", "collapse"}) menu->addAction(actions_[name]);
  menu->addSeparator();
  for (const GroupBy by : groupings) menu->addAction(groupings_[by]);
  menu->setToolTipsVisible(true);
  groups->setMenu(menu);
  groups->setToolTip(tr("Groups: open, close, by role, name scope, kernel or device"));
  view_.legend().addButton(groups);
  for (const char* name : {"direction", "fit", "actual_size", "locate"})
    view_.legend().addButton(actions_[name]);
}

void GraphActions::fillFindBar() {
  FindBar& bar = view_.finder().bar();
  bar.addButton(actions_["isolate"], tr("Show only the matches  I"));
  bar.addButton(actions_["hide"], tr("Hide the matches  Shift+H"));
  bar.addButton(actions_["show_all"], tr("Show all ops  Shift+I"));
  bar.addButton(actions_["note"], tr("Query language: fields, numbers, examples"));
}

void GraphActions::showMenu(ItemId item, const QPoint& global) {
  QMenu menu;
  if (const Group* closed = view_.grouping().find(item))
    menu.addAction(tr("Open %1").arg(literalText(QString::fromStdString(closed->title))),
                   [this, item] { view_.arrangement().setOpen(item, true); });
  else if (item)
    addCardEntries(menu, item);
  if (view_.subset().restricts()) menu.addAction(actions_["show_all"]);
  for (const char* name : {"fit", "actual_size", "search", "export"})
    menu.addAction(actions_[name]);
  menu.exec(global);
}

void GraphActions::addCardEntries(QMenu& menu, ItemId item) {
  view_.workspace().selection.selectOp(item);
  if (const OpRecord* op = view_.graph() ? view_.graph()->find(item) : nullptr) {
    addOpEntries(menu, view_.workspace(), *op);
    if (BuildLayer* build = view_.build()) build->addEntries(menu, item);
    menu.addSeparator();
  }
  for (const Group* group : view_.grouping().around(item))
    menu.addAction(tr("Close %1").arg(literalText(QString::fromStdString(group->title))),
                   [this, id = group->id] { view_.arrangement().setOpen(id, false); });
  menu.addSeparator();
  for (const char* name : {"locate", "trace_up", "trace_down", "isolate", "hide"})
    menu.addAction(actions_[name]);
  menu.addSeparator();
}

}  // namespace ng::views
