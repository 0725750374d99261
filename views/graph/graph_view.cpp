// SPDX-License-Identifier: Apache-2.0
#include "views/graph/graph_view.h"

#include <QJsonArray>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "engine/formats/overlays/overlay.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/op_name.h"
#include "views/core/jobs.h"
#include "views/graph/arrangement/group_names.h"
#include "views/graph/canvas/card_values.h"
#include "views/graph/editing/build_layer.h"
#include "views/graph/graph_crumbs.h"
#include "views/graph/graph_export.h"
#include "views/widgets/code/find_bar.h"
#include "views/widgets/empty_state.h"

namespace ng::views {

GraphView::GraphView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      legend_(new LegendStrip),
      shown_{workspace, *new GraphCanvas, *new CrumbStrip},
      colours_(shown_, values_, *legend_),
      comparison_(new GraphComparison(shown_, arrangement_)),
      empty_(new EmptyState("graph", tr("Open a document to see its graph."))),
      stack_(new QStackedLayout) {
  buildStrips();
  setFocusProxy(&canvas());
  new CardValues(workspace, canvas());
  if (workspace.editor) shown_.build = new BuildLayer(workspace, canvas());
  actions_ = new GraphActions(*this);
  connectCanvas();
  connectParts();
  connectSession();
  connectValues();
  documentChanged();
  canvas().setFocus();
}

void GraphView::buildStrips() {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(&shown_.crumbs);
  column->addLayout(stack_, 1);
  column->addWidget(legend_);
  stack_->addWidget(comparison_);
  stack_->addWidget(empty_);
}

bool GraphView::busy() const {
  return arrangement_.busy() || scenes_.busy() || !shown_.canvas.finished();
}

void GraphView::connectCanvas() {
  GraphCanvas* canvas = &shown_.canvas;
  canvas->describeGroups = [this] { return describeGroups(grouping()); };
  connect(canvas, &GraphCanvas::clicked, this, [this](ItemId item) {
    if (item == 0) return workspace().selection.clear();
    highlighter_.selectItem(item);
    updateStrips();
  });
  connect(canvas, &GraphCanvas::walkedTo, &highlighter_, &GraphHighlighter::selectItem);
  connect(canvas, &GraphCanvas::activated, this, &GraphView::activate);
  connect(canvas, &GraphCanvas::hullClicked, &highlighter_, &GraphHighlighter::selectHull);
  connect(canvas, &GraphCanvas::frameClicked, &arrangement_,
          [this](ItemId group) { arrangement_.setOpen(group, false); });
  connect(canvas, &GraphCanvas::menuAsked, actions_, &GraphActions::showMenu);
  GraphCamera* camera = &canvas->camera();
  connect(camera, &GraphCamera::moved, this, [this, camera] {
    legend_->setZoom(camera->scale());
    subset_.showNotice();
    workspace().selection.noteView(camera->visibleArea());
  });
  connect(camera, &GraphCamera::rescaled, this,
          [this, camera] { legend_->setZoom(camera->scale()); });
  connect(&workspace().selection, &Selection::viewRestored, camera, &GraphCamera::showArea);
  connect(&shown_.crumbs, &CrumbStrip::crumbClicked, this, [this, camera](ItemId group) {
    if (group == 0) return camera->fit();
    if (grouping().isOpen(group)) arrangement_.setOpen(group, false);
  });
}

void GraphView::connectParts() {
  connect(&shown_.crumbs, &CrumbStrip::colourChosen, &colours_, &GraphColours::choose);
  connect(&colours_, &GraphColours::changed, this, &GraphView::updateStrips);
  connect(&arrangement_, &GraphArrangement::changed, actions_, &GraphActions::follow);
  connect(&arrangement_, &GraphArrangement::grouped, this, &GraphView::echoGroups);
  connect(&arrangement_, &GraphArrangement::turned, this, [this] {
    emit echoed({}, {"--direction", QString::fromUtf8(name(arrangement_.direction()))});
  });
  GraphPlacer* placer = &arrangement_.placer();
  connect(placer, &GraphPlacer::placed, this, [this, placer] {
    canvas().camera().keepFit(placer->keeps());
    scenes_.rebuild();
  });
  connect(placer, &GraphPlacer::gaveUp, this,
          [this](const QString& reason) { shown_.crumbs.setNotice(About::layout, reason, true); });
  connect(&subset_, &GraphSubset::hiddenChanged, &scenes_, &GraphScenes::rebuild);
  connect(&subset_, &GraphSubset::traceChanged, this, [this] {
    highlighter_.followTrace();
    updateStrips();
  });
  if (shown_.build)
    connect(shown_.build, &BuildLayer::placesChanged, &scenes_, &GraphScenes::rebuild);
  connect(&scenes_, &GraphScenes::ready, this, &GraphView::sceneReady);
  connect(&workspace().selection, &Selection::changed, this, &GraphView::selectionChanged);
  connect(&workspace().selection, &Selection::revealed, this, [this](Facet facet) {
    if (facet == Facet::op) locate(highlighter_.isStop(workspace().selection.op()));
  });
}

void GraphView::connectSession() {
  Session& session = workspace();
  connect(&session.documents, &Documents::documentChanged, this, &GraphView::documentChanged);
  connect(&session.compilations, &Compilations::compilationChanged, this,
          &GraphView::graphsChanged);
  for (auto signal : {&Faults::faultsChanged, &Faults::stopReached})
    connect(&session.faults, signal, &highlighter_, &GraphHighlighter::followStops);
  connect(&session.run, &Run::runChanged, &highlighter_, &GraphHighlighter::followStops);
  connect(&session.faults, &Faults::stopReached, this, [this] {  // its graph may not be drawn yet
    highlighter_.revealStop();
    aim_.at([this] { highlighter_.revealStop(); });
  });
  // Kernel times come with a copy of the record, values during the run.
  connect(&session.compilations, &Compilations::kernelTextsChanged, this, [this] {
    if (shown_.compilation) shown_.compilation = workspace().compilations.compilation();
    colours_.updateIf(ColourBy::time);
    finder_.updateIfSearching();
  });
}

void GraphView::connectValues() {
  Session& session = workspace();
  connect(&session.values, &Values::tensorsChanged, this, [this] {
    tips_.renew();
    colours_.updateIf(ColourBy::value);
    if (shown_.editing()) scenes_.rebuild();  // cards show the values of their ops
  });
  connect(&values_, &ValueFacts::changed, this, [this] {
    colours_.updateIf(ColourBy::value);
    finder_.updateIfSearching();
  });
  if (Overlays* overlays = workspace().overlays)
    connect(overlays, &Overlays::changed, this, [this, overlays] {
      const bool chosen = colours_.chosen() == ColourBy::overlay;
      if (overlays->shown())
        colours_.choose(ColourBy::overlay);
      else if (chosen)
        colours_.choose(ColourBy::family);
    });
  connect(&session.queries, &Queries::queryChanged, this, [this] { colours_.followComparison(); });
  connect(&session.queries, &Queries::whatIfChanged, this, [this] {
    colours_.update();
    updateStrips();
  });
}

void GraphView::documentChanged() {
  const DocumentRecordPtr document = shown_.document();
  GraphCamera& camera = canvas().camera();
  stack_->setCurrentWidget(document ? static_cast<QWidget*>(comparison_) : empty_);
  shown_.compilation = nullptr;
  const bool begun = shown_.begun();
  if (begun) {
    aim_.clear();
    aim_.forgetMade();
    camera.oneToOne();
  }
  const bool renamed = document && document->path != path_ && shown_.isSameDraft(*document->graph);
  if (renamed) {
    path_ = document->path;  // saved under another name
  } else if (document && document->path != path_) {
    aim_.clear();
    path_ = document->path;
    arrangement_.forget();
    finder_.find({});
    subset_.clear();
    bookmarks_.clear();
    if (!begun) camera.fit();
  } else if (document && !shown_.editing() && camera.everythingFits()) {
    camera.fit();  // reopened: its cards may be placed differently
    aim_.atEverything();
  }
  graphsChanged();
}

void GraphView::graphsChanged() {
  shown_.compilation = workspace().compilations.compilation();
  actions_->followDevices();
  shown_.readPass();
  arrangement_.followGraphs();
}

void GraphView::sceneReady(const ScenePtr& scene) {
  const bool first = canvas().scene().cards.empty();
  const bool made = shown_.making();
  if (made) canvas().camera().hold();
  ScenePtr before = canvas().sharedScene();
  const bool unmoved = aim_.unmoved();
  canvas().setScene(scene, shown_.anchor);
  if (made) aim_.revealMade(*before);
  releaseOnPool(std::move(before));
  Anchor& anchor = shown_.anchor;
  if (anchor.after) anchor.before = anchor.after;  // a better placement may follow
  if (first && !made && !canvas().scene().cards.empty()) canvas().camera().fit();
  aim_.follow(unmoved);
  followOp();
  highlighter_.followKernel();
  highlighter_.followAxis();
  highlighter_.followStops();
  finder_.update();
  colours_.update();
  highlighter_.followTrace();
  comparison_->follow();
  updateStrips();
}

void GraphView::followOp() {
  const OpId op = workspace().selection.op();
  const ItemId item = op ? grouping().item(op) : 0;
  canvas().select(item);
  comparison_->select(item);
}

void GraphView::selectionChanged(Facets what) {
  if (what.testFlag(Facet::pass)) {
    shown_.anchor = {};
    canvas().camera().keepFit(true);  // stepping does not move the picture
    aim_.clearIfReached();
    shown_.readPass();
    scenes_.rebuild();
  }
  const SelectionState& now = workspace().selection.state();
  const bool cleared = what & (Facet::op | Facet::group) && now.op == 0 && !now.group;
  if (cleared) subset_.endTrace();
  if (what.testFlag(Facet::op)) followOp();
  const int step = workspace().run.status().step;
  if (what.testFlag(Facet::op) && std::exchange(step_, step) != step && step > 0)
    canvas().reveal(shown_.cardFor(now.op));  // the selection follows the steps
  if (what & (Facet::kernel | Facet::op)) highlighter_.followKernel();
  const bool untraced = subset_.traced().empty();
  if (what.testFlag(Facet::group) && untraced) highlighter_.followTrace();  // of a rewrite
  if (what.testFlag(Facet::axis)) highlighter_.followAxis();
  if (what.testFlag(Facet::range)) colours_.update();
  updateStrips();
}

void GraphView::locate(bool keepScale) {
  const OpId op = workspace().selection.op();
  if (op == 0) return;
  const ItemId item = shown_.cardFor(op);
  shown_.anchor = {item, item};  // a better placement may follow
  if (canvas().scene().find(item) < 0 && shown_.compilation) {
    // Not in this pass's graph: go to the first pass whose graph contains it.
    const auto& passes = shown_.compilation->passes;
    for (std::size_t i = 0; i < passes.size(); ++i)
      if (passes[i].after->find(op)) {
        aim_.at([this, op, keepScale] {
          const ItemId card = shown_.cardFor(op);
          keepScale ? canvas().reveal(card) : canvas().showItem(card);
        });
        return workspace().selection.selectPass(static_cast<int>(i));
      }
  }
  if (!keepScale) return canvas().showItem(item);
  canvas().lit().stops.nonFinite == item ? canvas().centreOn(item) : canvas().reveal(item);
}

void GraphView::activate(ItemId item) {
  if (grouping().find(item)) return arrangement_.setOpen(item, true);
  workspace().selection.selectOp(item);
  workspace().selection.reveal(Facet::tensor);
}

void GraphView::updateStrips() {
  showCrumbs(shown_);
  const bool axis = !canvas().lit().axis.empty();
  const Overlays* overlays = workspace().overlays;
  const OverlayPtr overlay = overlays != nullptr ? overlays->shown() : nullptr;
  legend_->setOverlay(overlay ? QString::fromStdString(overlay->title) : tr("overlay"));
  const GraphScene* beside = comparison_->active() ? &comparison_->other().scene() : nullptr;
  legend_->show(canvas().scene(), colours_.shownBy(),
                axis ? workspace().selection.state().axis : QString(), beside);
  legend_->setZoom(canvas().camera().scale());
  legend_->setFading(highlighter_.fadingText());
}

void GraphView::echoGroups() {
  QStringList words = groupWords(grouping());
  if (!arrangement_.folds()) words << "--unfolded";
  emit echoed({}, words);
}

std::span<const ViewOption> GraphView::options() {
  using enum ViewOption::Kind;
  using enum ViewOption::Stage;
  static const std::array rows{
      ViewOption{.name = "direction",
                 .value = "WAY",
                 .help = "Layout direction of the graph: right or down.",
                 .kind = word,
                 .words = {"right", "down"},
                 .stage = opened},
      ViewOption{.name = "group",
                 .value = "KIND",
                 .help = "Group the graph by role, scope, kernel or device, or none.",
                 .kind = word,
                 .words = {"role", "scope", "kernel", "device", "none"},
                 .compiled = {"kernel"},
                 .stage = opened},
      ViewOption{.name = "unfolded",
                 .help = "Show every op as a card, without chips.",
                 .kind = flag,
                 .stage = opened},
      ViewOption{.name = "open",
                 .value = "NAME",
                 .help = "Expand only this group; may be repeated; or all, none.",
                 .repeats = true,
                 .stage = ViewOption::Stage::compiled},
      ViewOption{.name = "link",
                 .value = "FROM:TO",
                 .help = "For a picture: drag a link between two cards and hold it.",
                 .kind = pair,
                 .alone = true,
                 .stage = placed}};
  return rows;
}

QString GraphView::arrange(const QJsonObject& options) {
  if (options.contains("link")) return dragLink(options["link"].toString());
  return arrangement_.apply(options);
}

QString GraphView::dragLink(const QString& names) {
  if (!shown_.build) return tr("This window cannot edit: no link can be drawn.");
  const auto card = [this](const QString& name) -> ItemId {
    const auto ops = shown_.graph ? ops_named(*shown_.graph, name.toStdString())
                                  : std::vector<const OpRecord*>();
    return ops.size() == 1 && canvas().scene().find(ops.front()->id) >= 0 ? ops.front()->id : 0;
  };
  qsizetype colon = names.indexOf(u':');
  for (qsizetype at = colon; at >= 0; at = names.indexOf(u':', at + 1))  // names may contain colons
    if (card(names.left(at)) && card(names.mid(at + 1))) colon = at;
  const QString ends[2] = {names.left(colon), names.mid(colon + 1)};
  for (const QString& name : ends)
    if (!card(name)) return tr("No card %1.").arg(name);
  if (!shown_.build->holdLink(card(ends[0]), card(ends[1])))
    return tr("No link can be drawn: the document is not edited; use --do, too.");
  return {};
}

QString GraphView::exportTo(const QString& file, double scale, bool dark) {
  QString why;
  exportScene(*canvas().sharedScene(), exportedLit(canvas().lit()), file, why, scale, {}, nullptr,
              dark);
  return why;
}

QJsonObject GraphView::savedState() const {
  QJsonObject state{{"colour", static_cast<int>(colours_.chosen())}};
  arrangement_.save(state);
  // A draft is not refitted after each edit, but counts as fitted while it is fully visible.
  const GraphCamera& camera = shown_.canvas.camera();
  const QRectF area = camera.visibleArea();
  if (!camera.fitted() && !(shown_.making() && camera.everythingFits()))
    state["area"] = QJsonArray{area.x(), area.y(), area.width(), area.height()};
  bookmarks_.save(state);
  return state;
}

void GraphView::restoreState(const QJsonObject& state) {
  if (!shown_.document() || state.isEmpty()) return;
  bookmarks_.restore(state);
  colours_.choose(static_cast<ColourBy>(std::clamp(state["colour"].toInt(), 0, colourCount - 1)));
  arrangement_.restore(state);
}

void GraphView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  finder_.placeIn(canvas().size());
}

}  // namespace ng::views
