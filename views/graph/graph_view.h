// SPDX-License-Identifier: Apache-2.0
// The graph view: the canvas between its strips, following session and selection. Shows the graph
// after the selected pass with that pass's marks; ops keep their places from pass to pass.
#pragma once

#include <QHash>
#include <QTimer>

#include "views/core/view_base.h"
#include "views/core/op_search.h"
#include "views/core/workspace.h"
#include "views/graph/bookmarks.h"
#include "views/graph/canvas/canvas.h"
#include "views/graph/crumb_strip.h"
#include "views/graph/graph_search.h"
#include "views/graph/legend_strip.h"
#include "views/graph/scene/ops_flow.h"
#include "views/graph/value_facts.h"
#include "views/layout/graph_placer.h"
#include "views/widgets/value_watch.h"

class QMenu;
class QSplitter;
class QStackedLayout;

namespace ng::views {

class BuildLayer;
class EmptyState;
class FindBar;

class GraphView : public ViewBase {
  Q_OBJECT

 public:
  explicit GraphView(Workspace& workspace, QWidget* parent = nullptr);

  GraphCanvas& canvas() { return *canvas_; }
  BuildLayer* build() { return build_; }  // null: this window is read-only
  GraphPlacer& placer() { return placer_; }
  const CrumbStrip& crumbs() const { return *crumbs_; }
  const LegendStrip& legend() const { return *legend_; }
  const GraphRecordPtr& graph() const { return graph_; }
  const Grouping& grouping() const { return *grouping_; }
  bool busy() const { return placer_.busy() || sceneJob_ || groupingJob_ || !canvas_->finished(); }

  Direction direction() const { return direction_; }
  void setDirection(Direction direction);
  // Folds constants, far reads and broadcasts into chips; otherwise every op has a card.
  void setFolds(bool folds);
  void setGroupBy(GroupBy by);
  void setOpen(ItemId group, bool open);
  void setAllOpen(bool open);
  void setColourBy(ColourBy by);
  void find(const QString& text);
  int hits() const { return static_cast<int>(hitCards_.size()); }
  void findNext(int direction);
  // Act on the hits of a search, else on the traced ops, else on the selection.
  void isolate();
  void hideMeant();
  void showAll();
  void trace(Flow flow);  // from the selected op or group; a second call ends the trace
  // Whether a second pane shows the graph that the selected pass is compared with
  // (Selection::compareWith).
  bool comparing() const;
  GraphCanvas& other() { return *other_; }
  void compareWithWritten();  // toggles
  void toggleBookmark();      // for the selected op, or for the visible area alone
  void goToBookmark(int number);
  void nameBookmarks();
  const Bookmarks& bookmarks() const { return bookmarks_; }
  QJsonObject savedState() const override;
  void restoreState(const QJsonObject& state) override;
  // "direction", "group" and "open", as in `ngraph-workbench --help`.
  QString arrange(const QJsonObject& options) override;
  enum class Export { whole, seen, selection };
  // Starts a job; the strip reports when the file is written. False: nothing was started, and the
  // strip reports why.
  bool exportTo(const QString& file, Export what = Export::whole);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildActions();
  QAction* add(const QString& text, const QString& icon, const QKeySequence& key,
               void (GraphView::*run)());
  void buildLegend();
  void connectCanvas();
  void buildComparison();
  void showComparison();
  Qt::Orientation betterSplit() const;
  QString stateName(int pass) const;
  QString captionOf(int pass) const;  // of graph B
  void connectWorkspace();

  void documentChanged();
  void graphsChanged();
  std::size_t starts() const;
  void findGroups(std::function<void(std::shared_ptr<Grouping>)> use);
  void firstGroups(std::shared_ptr<Grouping> grouping);
  void regroup(std::shared_ptr<Grouping> grouping, Anchor anchor);
  QString openOnly(Grouping& grouping, const QStringList& names) const;
  QStringList groupNames(bool open) const;
  QJsonObject groupsDrawn() const;
  void echoGroups();
  void showPass();
  void rebuildScene();
  struct MadeScene {
    ScenePtr scene;
    std::shared_ptr<const CardLinks> links;  // of its graph
    PlacementPtr placement;                  // the places of its cards
  };
  using SceneMaker = std::function<MadeScene(const std::optional<QRectF>& near,
                                             const std::shared_ptr<const CardLinks>& links)>;
  void drawScene(SceneMaker make, const std::optional<QRectF>& near, const GraphRecordPtr& graph);
  QRectF areaToCome(const Placement& placement) const;
  void sceneReady(MadeScene made);
  // `group`: the group that is aimed at, if any.
  void aimAt(std::function<void()> aim, ItemId group = 0);
  void aim(bool unmoved);
  void showAgain(const QRectF& area);
  struct GroupArea {
    QRectF all, top;  // of all its cards; of the topmost one
  };
  GroupArea groupArea(ItemId group) const;
  void showOpened(ItemId id);
  void revealMade(const GraphScene& before);
  bool begun() const;  // whether the document is still empty
  bool begunAs(const GraphRecord& graph) const;
  bool making() const;
  void selectionChanged(Facets what);
  void followOp();
  OpKey valueOf(const Group& group) const;
  void selectItem(ItemId item);  // an op, or a group and the op that is its value
  void closeAround();            // closes the group around the selection
  void followKernel();
  void followAxis();
  void followHalts();
  void revealHalt();
  ItemId cardFor(OpKey op) const;
  OpKeys meant();
  QueryFacts queryFacts();
  void setHidden(std::shared_ptr<const OpKeys> hidden);
  void followTrace();
  void updateShownNotice();
  void updateHits();
  void showHits();
  OpKey hitWithin(ItemId group);
  ColourBy shownColour() const;
  void updateHeat();
  QString colourNotice(bool plain) const;
  void updateStrips();
  void showMenu(ItemId item, const QPoint& global);
  QString tipOf(const Card& card) const;
  void watchTipped(const Card& card);
  void renewTip();
  QString tipOf(const EdgeShape& edge) const;
  const PassRecord* pass() const { return pass_.get(); }

  void activate(ItemId item);
  void fit() { canvas_->camera().fit(); }
  void oneToOne() { canvas_->camera().oneToOne(); }
  void zoomIn() { canvas_->camera().zoomBy(1.25); }
  void zoomOut() { canvas_->camera().zoomBy(0.8); }
  void locate();
  void openFind();
  void next() { findNext(1); }
  void previous() { findNext(-1); }
  void openGroups() { setAllOpen(true); }
  void closeGroups() { setAllOpen(false); }
  void groupByRole() { setGroupBy(GroupBy::role); }
  void groupByScope() { setGroupBy(GroupBy::scope); }
  void groupByKernel() { setGroupBy(GroupBy::kernel); }
  void groupByDevice() { setGroupBy(GroupBy::device); }
  void updateDevices();
  void groupByNothing() { setGroupBy(GroupBy::none); }
  void fold();
  Folding folding() const;
  void turn();
  void traceUp() { trace(Flow::upstream); }
  void traceDown() { trace(Flow::downstream); }
  void askExport(Export what);
  bool exportPart(const QString& file, ScenePtr scene, const Lit& lit, const QRectF& part);
  void exportWhole() { askExport(Export::whole); }
  void exportSeen() { askExport(Export::seen); }
  void exportSelection() { askExport(Export::selection); }

  Workspace& workspace_;
  GraphPlacer placer_;
  CompilationRecordPtr compilation_;
  GraphRecordPtr graph_;
  std::shared_ptr<const PassRecord> pass_;  // the pass whose marks are shown; null: none
  std::shared_ptr<const Grouping> grouping_ = std::make_shared<Grouping>();
  Anchor anchor_;
  std::string path_;  // of the document whose graph is shown
  Direction direction_ = Direction::down;
  bool folds_ = true;
  std::optional<GroupBy> chosenBy_;  // by the user, for this document
  bool settled_ = false;             // the user has chosen which groups are open
  GraphCanvas *canvas_, *other_;
  QSplitter* panes_;
  bool syncing_ = false;
  CrumbStrip* crumbs_;
  LegendStrip* legend_;
  FindBar* findBar_;
  EmptyState* empty_;
  BuildLayer* build_ = nullptr;  // only in a window that can edit
  QStackedLayout* stack_;
  QHash<QString, QAction*> actions_;
  QHash<GroupBy, QAction*> groupings_;
  ColourBy colourBy_ = ColourBy::family;
  ValueFacts values_{workspace_};
  ValueWatch tipped_;  // the op whose card was hovered last
  bool tipLacksValue_ = false;
  int step_ = 0;  // step within the iteration when an op was last selected
  OpSearch search_;
  std::shared_ptr<const OpKeys> hidden_;  // null: none
  OpKeys traced_;                         // empty: nothing is traced
  OpKeys kernelOps_;  // ops of the selected kernel, if the shown graph has no hull for it
  FoundCards found_;
  bool hinted_ = false;  // the strip shows why the search finds nothing
  QTimer searchSoon_;
  std::vector<int> hitCards_;
  int hit_ = -1;
  Bookmarks bookmarks_;
  QList<QAction*> toBookmarks_;
  std::function<void()> aim_;  // where to look in the next scenes, until the user moves
  ItemId aimedGroup_ = 0;
  QRectF aimedAt_;               // the area it resulted in; empty: nothing yet
  PlacementPtr shownPlacement_;  // of the scene that is shown or being drawn
  OpKey lastMade_ = 0;           // last created op that was brought into view
  JobId sceneJob_ = 0, groupingJob_ = 0;
  // Links of `linked_`, the graph that was drawn last.
  std::shared_ptr<const CardLinks> links_;
  GraphRecordPtr linked_;
  Folding linkedFolding_ = Folding::all;
};

}  // namespace ng::views
