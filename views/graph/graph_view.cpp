// SPDX-License-Identifier: Apache-2.0
// From records to scenes, and from the selection to what is lit.
#include "views/graph/graph_view.h"

#include <QFileInfo>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/graph/graph_search.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/find_bar.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr std::size_t mostAtOnce = 600;  // ops whose scene is built on the GUI thread
constexpr std::size_t mostOpen = 150;    // ops that are shown without closing groups

bool hasScopes(const std::vector<GraphRecordPtr>& graphs) {
  return !graphs.empty() && graphs.front() &&
         std::any_of(graphs.front()->ops.begin(), graphs.front()->ops.end(),
                     [](const OpRecord& op) { return !op.scope.empty(); });
}

// A first choice: everything open while it is small; else layers closed.
std::shared_ptr<Grouping> firstGrouping(const std::vector<GraphRecordPtr>& graphs) {
  std::size_t most = 0;
  for (const GraphRecordPtr& graph : graphs)
    if (graph) most = std::max(most, graph->ops.size());
  const bool scopes = hasScopes(graphs) && most > mostOpen / 3;
  auto grouping = std::make_shared<Grouping>(graphs, scopes ? GroupBy::scope : GroupBy::role);
  if (scopes && most > mostOpen) grouping->closeAll();
  return grouping;
}

}  // namespace

GraphView::GraphView(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      placer_(workspace.jobs),
      canvas_(new GraphCanvas),
      crumbs_(new CrumbStrip),
      legend_(new LegendStrip),
      findBar_(new FindBar(canvas_)),
      empty_(new EmptyState("graph", tr("Open a document to see its graph."))),
      stack_(new QStackedLayout) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(crumbs_);
  column->addLayout(stack_, 1);
  column->addWidget(legend_);
  stack_->addWidget(canvas_);
  stack_->addWidget(empty_);
  setFocusProxy(canvas_);
  buildActions();
  buildLegend();
  connectCanvas();
  connectWorkspace();
  documentChanged();
}

void GraphView::connectCanvas() {
  canvas_->cardTip = [this](const Card& card) { return tipOf(card); };
  canvas_->edgeTip = [this](const EdgeShape& edge) { return tipOf(edge); };
  connect(canvas_, &GraphCanvas::clicked, this, [this](ItemId item) {
    if (item == 0) return workspace_.selection.clear();
    if (!grouping_->find(item)) workspace_.selection.selectOp(item);
    updateStrips();
  });
  connect(canvas_, &GraphCanvas::walkedTo, this, [this](ItemId item) {
    if (!grouping_->find(item)) workspace_.selection.selectOp(item);
  });
  connect(canvas_, &GraphCanvas::activated, this, &GraphView::activate);
  connect(canvas_, &GraphCanvas::hullClicked, this, [this](OpKey kernel) {
    for (const Hull& hull : canvas_->scene().hulls)
      if (hull.kernel == kernel) workspace_.selection.selectKernel(hull.name);
  });
  connect(canvas_, &GraphCanvas::frameClicked, this,
          [this](ItemId group) { setOpen(group, false); });
  connect(canvas_, &GraphCanvas::menuAsked, this, &GraphView::showMenu);
  connect(canvas_, &GraphCanvas::viewChanged, this, [this] {
    legend_->setZoom(canvas_->scale());
    workspace_.selection.noteView(canvas_->visibleArea());
  });
  connect(crumbs_, &CrumbStrip::crumbClicked, this, [this](ItemId group) {
    if (group == 0) return canvas_->fit();
    if (grouping_->isOpen(group)) setOpen(group, false);
  });
  connect(crumbs_, &CrumbStrip::colourChosen, this, &GraphView::setColourBy);
  connect(findBar_, &FindBar::textChanged, this, &GraphView::find);
  connect(findBar_, &FindBar::next, this, &GraphView::next);
  connect(findBar_, &FindBar::previous, this, &GraphView::previous);
  connect(findBar_, &FindBar::closed, this, [this] {
    find({});
    canvas_->setFocus();
  });
}

void GraphView::connectWorkspace() {
  Session* session = &workspace_.session;
  connect(session, &Session::documentChanged, this, &GraphView::documentChanged);
  connect(session, &Session::compilationChanged, this, &GraphView::graphsChanged);
  connect(&workspace_.selection, &Selection::changed, this, &GraphView::selectionChanged);
  connect(&workspace_.selection, &Selection::revealed, this, [this](Facet facet) {
    if (facet == Facet::op) locate();
  });
  connect(&workspace_.selection, &Selection::viewRestored, canvas_, &GraphCanvas::showArea);
  connect(&placer_, &GraphPlacer::placed, this, &GraphView::rebuildScene);
  connect(&placer_, &GraphPlacer::gaveUp, this,
          [this](const QString& reason) { crumbs_->setNotice(reason, true); });
}

void GraphView::documentChanged() {
  const DocumentRecordPtr document = workspace_.session.document();
  stack_->setCurrentWidget(document ? static_cast<QWidget*>(canvas_) : empty_);
  compilation_ = nullptr;
  if (document && document->path != path_) {
    path_ = document->path;
    find({});
    canvas_->fit();
  }
  graphsChanged();
}

void GraphView::graphsChanged() {
  const DocumentRecordPtr document = workspace_.session.document();
  compilation_ = workspace_.session.compilation();
  const auto graphs = allGraphs(compilation_.get(), document ? document->graph : nullptr);
  std::shared_ptr<Grouping> grouping = firstGrouping(graphs);
  if (grouping->by() == grouping_->by() && !canvas_->scene().cards.empty()) {
    // What the user opened and closed stays so.
    bool same = false;
    for (const Group& group : grouping->groups()) same |= grouping_->find(group.id) != nullptr;
    if (same)
      for (const Group& group : grouping->groups())
        if (grouping_->find(group.id)) grouping->setOpen(group.id, grouping_->isOpen(group.id));
  }
  showPass();
  regroup(std::move(grouping), {});
}

void GraphView::regroup(std::shared_ptr<Grouping> grouping, Anchor anchor) {
  grouping_ = grouping;
  anchor_ = anchor;
  crumbs_->setNotice({}, false);
  const DocumentRecordPtr document = workspace_.session.document();
  // One begins with the document's graph and, when it is compiled, the computation's as written.
  const auto graphs = allGraphs(compilation_.get(), document ? document->graph : nullptr);
  placer_.place(graphs, grouping_, document && compilation_ ? 2 : 1);
}

void GraphView::setGroupBy(GroupBy by) {
  const DocumentRecordPtr document = workspace_.session.document();
  if (by == grouping_->by() || !document) return;
  regroup(std::make_shared<Grouping>(allGraphs(compilation_.get(), document->graph), by), {});
}

void GraphView::setOpen(ItemId id, bool open) {
  const Group* group = grouping_->find(id);
  if (!group || group->ops.empty() || grouping_->isOpen(id) == open) return;
  auto changed = std::make_shared<Grouping>(*grouping_);
  changed->setOpen(id, open);
  // The group's card and its first shown member stand for each other.
  OpKey member = 0;
  for (const OpKey op : group->ops)
    if (!member && canvas_->scene().find(grouping_->item(op)) >= 0) member = op;
  regroup(changed, {grouping_->item(member), changed->item(member)});
}

void GraphView::setAllOpen(bool open) {
  auto changed = std::make_shared<Grouping>(*grouping_);
  open ? changed->openAll() : changed->closeAll();
  regroup(changed, {});
}

const PassRecord* GraphView::pass() const {
  const int index = workspace_.selection.pass();
  if (!compilation_ || index < 0 || index >= static_cast<int>(compilation_->passes.size()))
    return nullptr;
  return &compilation_->passes[static_cast<std::size_t>(index)];
}

void GraphView::showPass() {
  const DocumentRecordPtr document = workspace_.session.document();
  graph_ = shownGraph(compilation_, workspace_.selection.pass());
  if (!graph_ && document) graph_ = document->graph;
}

void GraphView::rebuildScene() {
  if (!graph_ || !placer_.placement()) return sceneReady(std::make_shared<GraphScene>());
  if (sceneJob_) workspace_.jobs.cancel(std::exchange(sceneJob_, 0));
  const PassRecord* diff = pass();
  if (diff && diff->added.empty() && diff->removed.empty() && diff->modified.empty())
    diff = nullptr;
  // What the scene is built from is kept alive by the copies in `build`.
  auto build = [graph = graph_, compilation = compilation_, diff, placement = placer_.placement(),
                grouping = placer_.grouping()] {
    return std::make_shared<const GraphScene>(
        buildScene({graph, diff, placement.get(), grouping.get()}));
  };
  if (graph_->ops.size() <= mostAtOnce) return sceneReady(build());
  graph_->find(0);  // builds the record's index here, so that the thread only reads it
  if (diff) diff->before->find(0);
  sceneJob_ =
      workspace_.jobs.start(tr("Drawing the graph"), [this, build](JobContext&) -> Jobs::Done {
        ScenePtr scene = build();
        return [this, scene] {
          sceneJob_ = 0;
          sceneReady(scene);
        };
      });
}

void GraphView::sceneReady(ScenePtr scene) {
  const bool first = canvas_->scene().cards.empty();
  canvas_->setScene(std::move(scene), anchor_);
  if (anchor_.after) anchor_.before = anchor_.after;  // better places may follow
  if (first && !canvas_->scene().cards.empty()) canvas_->fit();
  followOp();
  followKernel();
  updateHits();
  updateHeat();
  updateStrips();
}

void GraphView::selectionChanged(Facets what) {
  if (what.testFlag(Facet::pass)) {
    anchor_ = {};
    showPass();
    rebuildScene();
  }
  if (what.testFlag(Facet::op)) followOp();
  if (what.testFlag(Facet::kernel)) followKernel();
  updateStrips();
}

void GraphView::followOp() {
  const OpKey op = workspace_.selection.op();
  canvas_->select(op ? grouping_->item(op) : 0);
}

void GraphView::followKernel() {
  const QString kernel = workspace_.selection.state().kernel;
  OpKey id = 0;
  for (const Hull& hull : canvas_->scene().hulls)
    if (!kernel.isEmpty() && hull.name == kernel) id = hull.kernel;
  canvas_->setKernel(id);
}

void GraphView::locate() {
  const OpKey op = workspace_.selection.op();
  if (op == 0) return;
  const ItemId item = grouping_->item(op);
  if (canvas_->scene().find(item) < 0 && compilation_) {
    // Not in this pass's graph: go to the first that has it.
    for (std::size_t i = 0; i < compilation_->passes.size(); ++i)
      if (compilation_->passes[i].after->find(op)) {
        workspace_.selection.selectPass(static_cast<int>(i));
        return canvas_->goTo(item);
      }
  }
  canvas_->goTo(item);
}

void GraphView::activate(ItemId item) {
  if (grouping_->find(item)) return setOpen(item, true);
  workspace_.selection.selectOp(item);
  workspace_.selection.reveal(Facet::tensor);
}

void GraphView::find(const QString& text) {
  search_ = text;
  hit_ = -1;
  updateHits();
}

void GraphView::updateHits() {
  std::vector<char> hits;
  if (graph_) hits = findCards(canvas_->scene(), *graph_, *grouping_, search_);
  hitCards_.clear();
  for (std::size_t i = 0; i < hits.size(); ++i)
    if (hits[i]) hitCards_.push_back(static_cast<int>(i));
  if (hit_ >= static_cast<int>(hitCards_.size())) hit_ = -1;
  canvas_->setHits(std::move(hits), hit_ < 0 ? -1 : hitCards_[static_cast<std::size_t>(hit_)]);
  findBar_->setCount(hit_ + 1, this->hits());
}

void GraphView::findNext(int direction) {
  const int count = hits();
  if (count == 0) return;
  hit_ = hit_ < 0 ? (direction > 0 ? 0 : count - 1) : (hit_ + direction + count) % count;
  const ItemId item =
      canvas_->scene()
          .cards[static_cast<std::size_t>(hitCards_[static_cast<std::size_t>(hit_)])]
          .id;
  updateHits();
  canvas_->reveal(item);
  if (!grouping_->find(item)) workspace_.selection.selectOp(item);
}

void GraphView::setColourBy(ColourBy by) {
  colourBy_ = by;
  crumbs_->setColourBy(by);
  updateHeat();
  updateStrips();
}

// Logarithmic between the least and the greatest value above zero.
void GraphView::updateHeat() {
  const GraphScene& scene = canvas_->scene();
  if (colourBy_ == ColourBy::family) return canvas_->setHeat({});
  std::vector<double> values;
  double low = 1e300, high = 0;
  for (const Card& card : scene.cards) {
    const KernelRecord* kernel =
        compilation_ && colourBy_ == ColourBy::time ? compilation_->kernel_of(card.id) : nullptr;
    const double value = colourBy_ == ColourBy::flops   ? static_cast<double>(card.flops)
                         : colourBy_ == ColourBy::bytes ? static_cast<double>(card.bytes)
                         : kernel                       ? kernel->microseconds
                                                        : 0;
    values.push_back(value);
    if (value > 0) low = std::min(low, value), high = std::max(high, value);
  }
  std::vector<float> heat;
  for (const double value : values)
    heat.push_back(value <= 0 ? -1
                   : high <= low
                       ? 1
                       : static_cast<float>(std::log(value / low) / std::log(high / low)));
  canvas_->setHeat(std::move(heat));
}

void GraphView::updateStrips() {
  const DocumentRecordPtr document = workspace_.session.document();
  std::vector<Crumb> crumbs;
  if (compilation_) crumbs.push_back({QString::fromStdString(compilation_->computation), 0});
  for (const Group* group : grouping_->around(workspace_.selection.op()))
    crumbs.push_back({QString::fromStdString(group->title), group->id});
  const QString name =
      document ? QFileInfo(QString::fromStdString(document->path)).completeBaseName() : QString();
  crumbs_->setCrumbs(name, crumbs);
  const PassRecord* at = pass();
  if (!at) {
    crumbs_->setPass(tr("as written"), tr("The graph before the first pass"));
  } else {
    const QString changes =
        !at->changed ? tr("no change")
                     : tr("−%1 +%2").arg(at->removed.size()).arg(at->added.size()) +
                           (at->modified.empty() ? QString() : tr(" ~%1").arg(at->modified.size()));
    crumbs_->setPass(
        tr("after %1/%2 %3: %4, %5")
            .arg(workspace_.selection.pass() + 1)
            .arg(compilation_->passes.size())
            .arg(QString::fromStdString(at->name), changes, microsecondText(at->microseconds)),
        QString::fromStdString(at->sentence));
  }
  legend_->show(canvas_->scene(), colourBy_);
  legend_->setZoom(canvas_->scale());
}

void GraphView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  findBar_->placeIn(canvas_->size());
}

QWidget* makeGraphView(Workspace& workspace) {
  return new GraphView(workspace);
}

}  // namespace ng::views
