// SPDX-License-Identifier: Apache-2.0
// Commands, menus and tool tips of the graph view.
#include <QAction>
#include <QActionGroup>
#include <QFileDialog>
#include <QMenu>
#include <QToolTip>

#include "views/graph/canvas/build_layer.h"
#include "views/graph/graph_view.h"
#include "views/graph/op_menu.h"
#include "views/widgets/code/find_bar.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {
namespace {

QString text(const std::string& s) {
  return QString::fromStdString(s);
}

QString row(const QString& left, const QString& right) {
  return QString("<tr><td style='padding-right:12px'>%1</td><td>%2</td></tr>")
      .arg(left.toHtmlEscaped(), right.toHtmlEscaped());
}

}  // namespace

QAction* GraphView::add(const QString& title, const QString& icon, const QKeySequence& key,
                        void (GraphView::*run)()) {
  auto* action = new QAction(Theme::current().icon(icon), title, this);
  action->setShortcut(key);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  const QString keys = key.toString(QKeySequence::NativeText);
  action->setToolTip(keys.isEmpty() ? title : title + " (" + keys + ")");
  connect(action, &QAction::triggered, this, run);
  addAction(action);
  actions_[icon] = action;
  return action;
}

void GraphView::buildActions() {
  add(tr("Fit the graph"), "fit", Qt::Key_Home, &GraphView::fit);
  add(tr("Actual size"), "actual_size", QKeySequence("Ctrl+0"), &GraphView::oneToOne);
  add(tr("Zoom in"), "zoom_in", QKeySequence("Ctrl++"), &GraphView::zoomIn);
  add(tr("Zoom out"), "zoom_out", QKeySequence("Ctrl+-"), &GraphView::zoomOut);
  add(tr("Go to the selected op"), "locate", Qt::Key_F, &GraphView::locate);
  add(tr("Find in the graph"), "search", QKeySequence::Find, &GraphView::openFind);
  add(tr("Next hit"), "next", Qt::Key_F3, &GraphView::next);
  add(tr("Previous hit"), "previous", QKeySequence("Shift+F3"), &GraphView::previous);
  add(tr("Isolate"), "isolate", Qt::Key_I, &GraphView::isolate);
  add(tr("Hide"), "hide", QKeySequence("Shift+H"), &GraphView::hideMeant);
  add(tr("Show all ops"), "show_all", QKeySequence("Shift+I"), &GraphView::showAll);
  add(tr("Trace upstream"), "trace_up", Qt::Key_U, &GraphView::traceUp);
  add(tr("Trace downstream"), "trace_down", Qt::Key_D, &GraphView::traceDown);
  add(tr("Compare with the graph as written"), "diff", Qt::Key_C, &GraphView::compareWithWritten);
  add(tr("Bookmark"), "bookmark", QKeySequence("Ctrl+B"), &GraphView::toggleBookmark);
  for (int number = 1; number <= Bookmarks::most; ++number) {
    auto* go = new QAction(this);
    go->setData(number);
    go->setShortcut(QKeySequence(QString("Ctrl+%1").arg(number)));
    go->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(go, &QAction::triggered, this, [this, number] { goToBookmark(number); });
    addAction(go);
    toBookmarks_ << go;
  }
  nameBookmarks();
  add(tr("Open all groups"), "expand", QKeySequence("Shift+Right"), &GraphView::openGroups);
  QAction* closeAll =
      add(tr("Close all groups"), "collapse", QKeySequence("Shift+Left"), &GraphView::closeGroups);
  add(tr("Close the group around the selection"), "collapse", {}, &GraphView::closeAround)
      ->setShortcuts({QKeySequence("Shift+Return"), Qt::Key_Backspace});
  actions_["collapse"] = closeAll;  // of the two actions with this icon
  groupings_ = {
      {GroupBy::role, add(tr("Group by role"), "layout", {}, &GraphView::groupByRole)},
      {GroupBy::scope, add(tr("Group by name scope"), "outline", {}, &GraphView::groupByScope)},
      {GroupBy::kernel, add(tr("Group by kernel"), "kernels", {}, &GraphView::groupByKernel)},
      {GroupBy::device, add(tr("Group by device"), "device", {}, &GraphView::groupByDevice)},
      {GroupBy::none, add(tr("No groups"), "graph", {}, &GraphView::groupByNothing)}};
  auto* one = new QActionGroup(this);
  for (QAction* each : groupings_) {
    each->setCheckable(true);
    each->setIconVisibleInMenu(false);  // the icon would replace the check mark
    one->addAction(each);
  }
  QAction* fold = add(tr("Fold constants, reads and broadcasts"), "fold", {}, &GraphView::fold);
  fold->setCheckable(true);
  fold->setChecked(true);
  fold->setIconVisibleInMenu(false);
  add(tr("Left to right"), "direction", QKeySequence("Ctrl+K"), &GraphView::turn)
      ->setCheckable(true);
  add(tr("Export the visible part…"), "export_seen", {}, &GraphView::exportSeen);
  add(tr("Export the selection…"), "export_selection", {}, &GraphView::exportSelection);
  add(tr("Export the graph…"), "export", QKeySequence("Ctrl+Alt+E"), &GraphView::exportWhole);
  auto* dark = new QAction(tr("Export in dark colours"), this);
  dark->setCheckable(true);
  actions_["export_dark"] = dark;
  addAction(dark);
}

void GraphView::buildLegend() {
  auto* groups = new QAction(Theme::current().icon("layout"), tr("Groups"), this);
  auto* menu = new QMenu(this);
  for (const char* name : {"expand", "collapse"}) menu->addAction(actions_[name]);
  menu->addSeparator();
  for (const GroupBy by :
       {GroupBy::role, GroupBy::scope, GroupBy::kernel, GroupBy::device, GroupBy::none})
    menu->addAction(groupings_[by]);
  menu->setToolTipsVisible(true);
  groups->setMenu(menu);
  groups->setToolTip(tr("Groups: open, close, by role, name scope, kernel or device"));
  legend_->addButton(groups);
  for (const char* name : {"direction", "fit", "actual_size", "locate"})
    legend_->addButton(actions_[name]);
  findBar_->addButton(actions_["isolate"], tr("Show only the hits  I"));
  findBar_->addButton(actions_["hide"], tr("Hide the hits  Shift+H"));
  findBar_->addButton(actions_["show_all"], tr("Show all ops  Shift+I"));
}

// Grouping by device needs ops that name a device.
void GraphView::updateDevices() {
  const DocumentRecordPtr document = workspace_.documents.document();
  const bool some =
      document && std::any_of(document->graph->ops.begin(), document->graph->ops.end(),
                              [](const OpRecord& op) { return !deviceNamed(op).empty(); });
  QAction* action = groupings_[GroupBy::device];
  action->setEnabled(some);
  action->setToolTip(some ? action->text()
                          : tr("No op names a device in its metadata \"device\"."));
}

void GraphView::openFind() {
  findBar_->open(search_.text());
}

void GraphView::askExport(Export what) {
  const QString file = QFileDialog::getSaveFileName(this, tr("Export the graph"), "graph.svg",
                                                    tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
  if (!file.isEmpty()) exportTo(file, what);
}

void GraphView::showMenu(ItemId item, const QPoint& global) {
  QMenu menu;
  const Group* closed = grouping_->find(item);
  if (closed)
    menu.addAction(tr("Open %1").arg(text(closed->title)), [this, item] { setOpen(item, true); });
  if (item && !closed) {
    workspace_.selection.selectOp(item);
    if (const OpRecord* op = graph_ ? graph_->find(item) : nullptr) {
      addOpEntries(menu, workspace_, *op);
      if (build_ && build_->active())
        menu.addAction(tr("Remove the op\tDel"), build_, &BuildLayer::removeSelected);
      menu.addSeparator();
    }
    for (const Group* group : grouping_->around(item)) {
      const ItemId id = group->id;
      menu.addAction(tr("Close %1").arg(text(group->title)), [this, id] { setOpen(id, false); });
    }
    menu.addSeparator();
    for (const char* name : {"locate", "trace_up", "trace_down", "isolate", "hide"})
      menu.addAction(actions_[name]);
    menu.addSeparator();
  }
  if (hidden_ || !traced_.empty()) menu.addAction(actions_["show_all"]);
  for (const char* name : {"fit", "actual_size", "search", "export"})
    menu.addAction(actions_[name]);
  menu.exec(global);
}

// Intermediate values are kept only while they are watched. Watches the hovered op and recomputes
// its value if that is cheap.
void GraphView::watchTipped(const Card& card) {
  constexpr double longest = 50'000;         // microseconds
  constexpr std::int64_t largest = 1 << 18;  // elements
  const OpRecord* op = graph_ ? graph_->find(card.id) : nullptr;
  std::int64_t count = op && !op->results.empty() ? 1 : 0;
  for (const AxisRecord& axis : count ? op->results[0].axes : std::vector<AxisRecord>())
    count = axis.length < 0 || count > largest ? 0 : count * axis.length;
  const bool cheap = count > 0 && count <= largest && workspace_.run.lastIteration() > 0 &&
                     workspace_.run.runState() != RunState::running &&
                     workspace_.run.microsecondsPerStep() < longest;
  const OpKey wanted = cheap ? op->id : 0;
  tipLacksValue_ = cheap && !workspace_.values.value(wanted);
  if (tipped_.op() != wanted) tipped_ = ValueWatch(workspace_.values, wanted);
}

void GraphView::renewTip() {
  if (!tipLacksValue_ || !workspace_.values.value(tipped_.op())) return;
  tipLacksValue_ = false;
  const int card = canvas_->scene().find(tipped_.op());
  if (QToolTip::isVisible() && card >= 0 && canvas_->lit().hovered == card)
    QToolTip::showText(QCursor::pos(),
                       tipOf(canvas_->scene().cards[static_cast<std::size_t>(card)]), canvas_);
}

QString GraphView::tipOf(const Card& card) const {
  QString rows;
  const OpRecord* op = nullptr;
  if (graph_) op = graph_->find(card.id);
  if (const PassRecord* at = pass(); !op && at) op = at->before->find(card.id);
  const QString head = op ? text(op->name) + " = " + text(op->op) : card.title + ", " + card.kind;
  if (op) {
    for (const ResultRecord& result : op->results)
      rows += row(tr("shape"), axesText(result.axes) + ", " + text(result.dtype));
    if (!op->kernel_name.empty()) rows += row(tr("kernel"), text(op->kernel_name));
    if (!op->made_by.empty()) rows += row(tr("made by"), text(op->made_by));
  }
  rows += row(tr("cost"), flopText(card.flops) + ", " + byteText(card.bytes));
  if (op)
    if (const auto value = workspace_.values.value(op->id); value && value->value.size() > 0) {
      const bool scalar = value->value.size() == 1;
      rows += row(tr("value"), scalar ? valueText(value->value.at(0))
                                      : valueText(value->value.at(0)) +
                                            tr(" … of %1").arg(countText(value->value.size())));
    }
  QStringList far;
  for (const Chip& chip : card.chips) {
    for (const ItemId read : chip.reads)
      if (const int source = canvas_->scene().find(read); source >= 0)
        far << canvas_->scene().cards[static_cast<std::size_t>(source)].title;
    for (const OpKey fold : chip.folds)
      if (const OpRecord* folded = graph_ ? graph_->find(fold) : nullptr)
        rows += row(text(folded->name), folded->op != "constant" && !folded->results.empty()
                                            ? axesText(folded->results.front().axes)
                                            : text(chipText({folded}, nullptr)));
  }
  if (!far.isEmpty()) rows += row(tr("reads"), far.join(", "));
  if (card.mark != Mark::none && canvas_->scene().diff)
    rows += row(tr("this pass"), markText(card.mark));
  return "<b>" + head.toHtmlEscaped() + "</b><table>" + rows + "</table>";
}

QString GraphView::tipOf(const EdgeShape& edge) const {
  const Card& from = canvas_->scene().cards[static_cast<std::size_t>(edge.from)];
  const Card& to = canvas_->scene().cards[static_cast<std::size_t>(edge.to)];
  QString rows = row(tr("shape"), from.detail);
  if (edge.count > 1) rows += row(tr("values"), QString::number(edge.count));
  return "<b>" + (from.title + " → " + to.title).toHtmlEscaped() + "</b><table>" + rows +
         "</table>" + tr("Double-click to go to the far end.");
}

}  // namespace ng::views
