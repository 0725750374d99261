// SPDX-License-Identifier: Apache-2.0
// GraphView: builds scenes from records and highlights the selection.
#include "views/graph/graph_view.h"

#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "views/core/drop_later.h"
#include "views/core/whole_graph.h"
#include "views/graph/canvas/build_layer.h"
#include "views/graph/canvas/card_values.h"
#include "views/graph/scene/first_grouping.h"
#include "views/layout/closed_up.h"
#include "views/widgets/code/find_bar.h"
#include "views/widgets/empty_state.h"

namespace ng::views {
namespace {

constexpr std::size_t mostGrouped = 5000;  // ops that are grouped on the GUI thread
constexpr std::size_t mostAtOnce = 600;    // ops whose scene is built on the GUI thread
constexpr std::size_t mostWhole = 4000;    // cards of a scene that is built in one step

}  // namespace

GraphView::GraphView(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      placer_(workspace.jobs),
      canvas_(new GraphCanvas),
      other_(new GraphCanvas),
      panes_(new QSplitter(Qt::Horizontal)),
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
  stack_->addWidget(panes_);
  buildComparison();
  stack_->addWidget(empty_);
  setFocusProxy(canvas_);
  new CardValues(workspace, *canvas_);
  if (workspace.editor) build_ = new BuildLayer(workspace, *canvas_);
  if (build_) connect(build_, &BuildLayer::placesChanged, this, &GraphView::rebuildScene);
  buildActions();
  buildLegend();
  connectCanvas();
  connectWorkspace();
  documentChanged();
  canvas_->setFocus();
}

void GraphView::connectCanvas() {
  canvas_->cardTip = [this](const Card& card) {
    watchTipped(card);
    return tipOf(card);
  };
  canvas_->groupsDrawn = [this] { return groupsDrawn(); };
  canvas_->edgeTip = [this](const EdgeShape& edge) { return tipOf(edge); };
  connect(canvas_, &GraphCanvas::clicked, this, [this](ItemId item) {
    if (item == 0) return workspace_.selection.clear();
    selectItem(item);
    updateStrips();
  });
  connect(canvas_, &GraphCanvas::walkedTo, this, &GraphView::selectItem);
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
  connect(canvas_, &GraphCanvas::rescaled, this, [this] { legend_->setZoom(canvas_->scale()); });
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
  searchSoon_.setSingleShot(true);
  searchSoon_.setInterval(150);
  connect(&searchSoon_, &QTimer::timeout, this, &GraphView::updateHits);
  connect(&workspace_.documents, &Documents::documentChanged, this, &GraphView::documentChanged);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &GraphView::graphsChanged);
  for (auto signal : {&Faults::faultsChanged, &Faults::halted})
    connect(&workspace_.faults, signal, this, &GraphView::followHalts);
  connect(&workspace_.run, &Run::runChanged, this, &GraphView::followHalts);
  connect(&workspace_.faults, &Faults::halted, this, [this] {  // its graph may not be drawn yet
    revealHalt();
    aimAt([this] { revealHalt(); });
  });
  // Kernel times come with a copy of the record, values during the run.
  connect(&workspace_.compilations, &Compilations::kernelTextsChanged, this, [this] {
    if (compilation_) compilation_ = workspace_.compilations.compilation();
    if (shownColour() == ColourBy::time) updateHeat();
    if (!search_.empty()) updateHits();
  });
  connect(&workspace_.values, &Values::tensorsChanged, this, &GraphView::renewTip);
  connect(&workspace_.values, &Values::tensorsChanged, this, [this] {
    if (shownColour() == ColourBy::value) updateHeat();
  });
  connect(&values_, &ValueFacts::changed, this, [this] {
    if (shownColour() == ColourBy::value) updateHeat();
    if (!search_.empty()) updateHits();
  });
  connect(&workspace_.queries, &Queries::inquiryChanged, this, [this] {
    if (shownColour() == ColourBy::error) updateHeat();
  });
  connect(&workspace_.queries, &Queries::whatIfChanged, this, [this] {
    updateHeat();
    updateStrips();
  });
  connect(&workspace_.selection, &Selection::changed, this, &GraphView::selectionChanged);
  connect(&workspace_.selection, &Selection::revealed, this, [this](Facet facet) {
    if (facet == Facet::op) locate();
  });
  connect(&workspace_.selection, &Selection::viewRestored, canvas_, &GraphCanvas::showArea);
  connect(&placer_, &GraphPlacer::placed, this, &GraphView::rebuildScene);
  connect(&workspace_.values, &Values::tensorsChanged, this, [this] {
    if (build_ && build_->active()) rebuildScene();  // cards show the values of their ops
  });
  connect(&placer_, &GraphPlacer::gaveUp, this,
          [this](const QString& reason) { crumbs_->setNotice(About::layout, reason, true); });
}

void GraphView::documentChanged() {
  const DocumentRecordPtr document = workspace_.documents.document();
  stack_->setCurrentWidget(document ? static_cast<QWidget*>(panes_) : empty_);
  compilation_ = nullptr;
  if (begun()) {
    aim_ = nullptr;
    lastMade_ = 0;
    canvas_->oneToOne();
  }
  const bool renamed = document && document->path != path_ && begunAs(*document->graph);
  if (renamed) {
    path_ = document->path;  // saved under another name
  } else if (document && document->path != path_) {
    aim_ = nullptr;
    path_ = document->path;
    placer_.forget();
    settled_ = false;
    chosenBy_ = std::nullopt;
    find({});
    hidden_ = nullptr;
    traced_.clear();
    bookmarks_.clear();
    nameBookmarks();
    if (!begun()) canvas_->fit();
  } else if (document && !(build_ && build_->active()) && canvas_->everythingFits()) {
    canvas_->fit();  // reopened: its cards may be placed differently
  }
  graphsChanged();
}

void GraphView::graphsChanged() {
  const DocumentRecordPtr document = workspace_.documents.document();
  compilation_ = workspace_.compilations.compilation();
  updateDevices();
  showPass();
  findGroups([this](std::shared_ptr<Grouping> made) { firstGroups(std::move(made)); });
}

// Whether `graph` is the draft that is shown, under another name.
bool GraphView::begunAs(const GraphRecord& graph) const {
  if (!build_ || !build_->active() || !graph_ || graph.ops.empty()) return false;
  const auto same = [](const OpRecord& a, const OpRecord& b) {
    return a.id == b.id && a.name == b.name;
  };
  return std::equal(graph.ops.begin(), graph.ops.end(), graph_->ops.begin(), graph_->ops.end(),
                    same);
}

// Groups as the user chose, else by the heuristics of firstGrouping().
void GraphView::findGroups(std::function<void(std::shared_ptr<Grouping>)> use) {
  const DocumentRecordPtr document = workspace_.documents.document();
  const auto graphs = allGraphs(compilation_.get(), document ? document->graph : nullptr);
  if (groupingJob_) workspace_.jobs.cancel(std::exchange(groupingJob_, 0));
  std::size_t most = 0;
  for (const GraphRecordPtr& graph : graphs) most = std::max(most, graph->ops.size());
  const auto grouping = [graphs, starts = starts(), shown = graph_, size = canvas_->size(),
                         compilation = compilation_, by = chosenBy_, direction = direction_] {
    return firstGrouping(graphs, starts, shown, size, direction, by, compilation.get());
  };
  if (most <= mostGrouped) return use(grouping());
  groupingJob_ = workspace_.jobs.start(tr("Grouping the graph"),
                                       [this, grouping, use](JobContext&) -> Jobs::Done {
                                         return [this, use, made = grouping()] {
                                           groupingJob_ = 0;
                                           use(made);
                                         };
                                       });
}

void GraphView::firstGroups(std::shared_ptr<Grouping> grouping) {
  if (settled_ && grouping->by() == grouping_->by() && !canvas_->scene().cards.empty())
    grouping->standAs(*grouping_);
  settled_ |= compilation_ != nullptr;
  regroup(std::move(grouping), {});
}

// The view starts with the document's graph or, once it is compiled, with the computation's as
// written.
std::size_t GraphView::starts() const {
  return workspace_.documents.document() && compilation_ ? 2 : 1;
}

void GraphView::regroup(std::shared_ptr<Grouping> grouping, Anchor anchor) {
  // A pending grouping for a compilation still arrives and then takes over which groups are open.
  if (groupingJob_ && grouping->by() != grouping_->by())
    workspace_.jobs.cancel(std::exchange(groupingJob_, 0));
  grouping->setFolding(folding());
  grouping_ = grouping;
  for (auto [by, action] : groupings_.asKeyValueRange()) action->setChecked(by == grouping->by());
  anchor_ = anchor;
  canvas_->keepFit(false);
  crumbs_->setNotice(About::layout, {});
  const DocumentRecordPtr document = workspace_.documents.document();
  placer_.place(allGraphs(compilation_.get(), document ? document->graph : nullptr), grouping_,
                starts(), direction_);
}

void GraphView::setDirection(Direction direction) {
  if (direction == direction_) return;
  direction_ = direction;
  actions_["direction"]->setChecked(direction == Direction::right);
  if (workspace_.documents.document()) regroup(std::make_shared<Grouping>(*grouping_), {});
  canvas_->fit();
}

// While editing, only constants are folded.
Folding GraphView::folding() const {
  if (!folds_) return Folding::nothing;
  return build_ && build_->active() ? Folding::constants : Folding::all;
}

void GraphView::setFolds(bool folds) {
  if (folds == folds_) return;
  folds_ = folds;
  actions_["fold"]->setChecked(folds);
  if (workspace_.documents.document()) regroup(std::make_shared<Grouping>(*grouping_), {});
}

void GraphView::setGroupBy(GroupBy by) {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document) return;
  if (by == grouping_->by()) return setAllOpen(false);  // closes the groups again
  settled_ = true;
  chosenBy_ = by;
  findGroups([this](std::shared_ptr<Grouping> made) {
    aimAt([this] { canvas_->fit(); });
    regroup(std::move(made), {});
    sayGroups();
  });
}

void GraphView::setOpen(ItemId id, bool open) {
  const Group* group = grouping_->find(id);
  if (!group || group->ops.empty() || grouping_->isOpen(id) == open) return;
  settled_ = true;
  auto changed = std::make_shared<Grouping>(*grouping_);
  changed->setOpen(id, open);
  // The group's card and its first shown member are each other's anchor.
  OpKey member = 0;
  for (const OpKey op : group->ops)
    if (!member && canvas_->scene().find(grouping_->item(op)) >= 0) member = op;
  if (open)
    aimAt([this, id] { showOpened(id); }, id);
  else
    aim_ = nullptr;
  regroup(changed, {grouping_->item(member), changed->item(member)});
  sayGroups();
}

void GraphView::setAllOpen(bool open) {
  settled_ = true;
  auto changed = std::make_shared<Grouping>(*grouping_);
  open ? changed->openAll() : changed->closeAll();
  aim_ = nullptr;
  regroup(changed, {});
  sayGroups();
}

// Whether the picture grows by edits instead of coming from a layout.
bool GraphView::making() const {
  return build_ && build_->active() && !build_->laidOut();
}

void GraphView::showPass() {
  const DocumentRecordPtr document = workspace_.documents.document();
  graph_ = wholeGraph(compilation_, document, workspace_.selection.pass());
  pass_ = shownPass(compilation_, workspace_.selection.state());
  const bool asMade = build_ && build_->active() && workspace_.selection.pass() < 0;
  if ((!graph_ || asMade) && document) graph_ = document->graph;
}

void GraphView::rebuildScene() {
  if (!graph_ || !placer_.placement())
    return sceneReady({std::make_shared<GraphScene>(), nullptr, nullptr});
  if (sceneJob_) workspace_.jobs.cancel(std::exchange(sceneJob_, 0));
  std::shared_ptr<const PassRecord> diff = pass_;
  if (diff && diff->added.empty() && diff->removed.empty() && diff->modified.empty())
    diff = nullptr;
  const bool alone = workspace_.selection.state().against == SelectionState::ownBefore;
  std::vector<GraphRecordPtr> together{graph_};
  const bool twoPanes = pass_ && !alone;
  if (diff || twoPanes) together.push_back(pass_->before);
  if (diff && !alone) {  // removed ops are shown in the other pane
    auto own = std::make_shared<PassRecord>(*diff);
    own->before = own->after;
    own->removed.clear();
    diff = own;
  }
  // The copies in `build` keep the scene's inputs alive.
  PlacementPtr placement = placer_.placement();
  std::unordered_map<OpKey, QString> notes;
  auto hidden = hidden_;
  if (build_ && build_->active()) hidden.reset();  // while editing, everything is shown
  if (build_ && !diff) {
    placement = build_->arrange(placement, graph_, *placer_.grouping());
    notes = build_->notes(graph_);
  }
  if (hidden || making()) together.clear();  // nothing moves in these cases
  shownPlacement_ = placement;
  if (linked_ != graph_ || linkedFolding_ != placer_.grouping()->folding()) links_ = nullptr;
  linkedFolding_ = placer_.grouping()->folding();
  if (!links_ && (links_ = placer_.linksOf(graph_))) linked_ = graph_;
  SceneMaker make = [graph = graph_, compilation = compilation_, diff, placement, notes, together,
                     twoPanes, grouping = placer_.grouping(), hidden, farChips = folds_](
                        const std::optional<QRectF>& near,
                        const std::shared_ptr<const CardLinks>& links) -> MadeScene {
    const auto known = links ? links
                             : std::make_shared<const CardLinks>(
                                   cardLinks(*graph, grouping->fused(), grouping->folding()));
    const PlacementPtr closed =
        together.empty() ? placement
                         : closedUp(placement, together, *grouping, twoPanes, known.get());
    return {std::make_shared<const GraphScene>(
                buildScene({graph, diff.get(), closed.get(), grouping.get(), hidden.get(), &notes,
                            known.get(), farChips, near})),
            known, closed};
  };
  if (graph_->ops.size() <= mostAtOnce) return sceneReady(make({}, links_));
  // Builds the record's index on this thread, so that the job only reads it.
  if (diff) graph_->find(0);
  std::optional<QRectF> near;
  if (placement->centres.size() > mostWhole) near = areaToCome(*placement);
  drawScene(std::move(make), near, graph_);
}

// Draws the part near the view first, then the whole scene.
void GraphView::drawScene(SceneMaker make, const std::optional<QRectF>& near,
                          const GraphRecordPtr& graph) {
  sceneJob_ =
      workspace_.jobs.start(tr("Drawing the graph"),
                            [this, make, near, graph, links = links_](JobContext&) -> Jobs::Done {
                              return [this, made = make(near, links), make, near, graph] {
                                sceneJob_ = 0;
                                links_ = made.links;
                                linked_ = graph;
                                if (near) drawScene(make, {}, graph);
                                if (!near || !made.scene->cards.empty()) sceneReady(made);
                              };
                            });
}

void GraphView::sceneReady(MadeScene ready) {
  const bool first = canvas_->scene().cards.empty();
  const bool made = making();
  if (made) canvas_->hold();
  ScenePtr before = canvas_->sharedScene();
  const bool unmoved = aimedAt_.isEmpty() || canvas_->visibleArea() == aimedAt_;
  shownPlacement_ = ready.placement;
  canvas_->setScene(std::move(ready.scene), anchor_);
  if (made) revealMade(*before);
  dropLater(std::move(before));
  if (anchor_.after) anchor_.before = anchor_.after;  // a better placement may follow
  if (first && !made && !canvas_->scene().cards.empty()) canvas_->fit();
  aim(unmoved);
  followOp();
  followKernel();
  followAxis();
  followHalts();
  updateHits();
  updateHeat();
  followTrace();
  showComparison();
  updateStrips();
}

void GraphView::selectionChanged(Facets what) {
  if (what.testFlag(Facet::pass)) {
    anchor_ = {};
    canvas_->keepFit(true);  // stepping does not move the picture
    if (!aimedAt_.isEmpty()) aim_ = nullptr;
    showPass();
    rebuildScene();
  }
  const SelectionState& now = workspace_.selection.state();
  const bool cleared = what & (Facet::op | Facet::group) && now.op == 0 && !now.group;
  if (cleared && !traced_.empty()) traced_.clear(), followTrace();
  if (what.testFlag(Facet::op)) followOp();
  const int step = workspace_.run.step();
  if (what.testFlag(Facet::op) && std::exchange(step_, step) != step && step > 0)
    canvas_->reveal(cardFor(now.op));  // the selection follows the steps
  if (what & (Facet::kernel | Facet::op)) followKernel();
  if (what.testFlag(Facet::group) && traced_.empty()) followTrace();  // of a rewrite
  if (what.testFlag(Facet::axis)) followAxis();
  if (what.testFlag(Facet::range)) updateHeat();
  updateStrips();
}

void GraphView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  findBar_->placeIn(canvas_->size());
}

QWidget* makeGraphView(Workspace& workspace) {
  return new GraphView(workspace);
}

}  // namespace ng::views
