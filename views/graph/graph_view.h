// SPDX-License-Identifier: Apache-2.0
// The graph view: the canvas between its strips. Connects its parts with each other and with
// session and selection. Shows the graph after the selected pass with that pass's marks; ops keep
// their places from pass to pass.
#pragma once

#include <span>

#include "views/core/view_base.h"
#include "views/core/view_option.h"
#include "views/graph/arrangement/graph_scenes.h"
#include "views/graph/graph_actions.h"
#include "views/graph/graph_bookmarks.h"
#include "views/graph/graph_comparison.h"
#include "views/graph/graph_exporter.h"
#include "views/graph/graph_tips.h"
#include "views/graph/highlights/graph_colours.h"
#include "views/graph/highlights/graph_highlighter.h"

class QStackedLayout;

namespace ng::views {

class EmptyState;

class GraphView : public ViewBase {
  Q_OBJECT

 public:
  explicit GraphView(Workspace& workspace, QWidget* parent = nullptr);

  Workspace& workspace() { return shown_.workspace; }
  const GraphRecordPtr& graph() const { return shown_.graph; }
  const Grouping& grouping() const { return *shown_.grouping; }
  bool busy() const;

  GraphCanvas& canvas() { return shown_.canvas; }
  BuildLayer* build() { return shown_.build; }  // null: this window is read-only
  const CrumbStrip& crumbs() const { return shown_.crumbs; }
  LegendStrip& legend() { return *legend_; }
  GraphArrangement& arrangement() { return arrangement_; }
  GraphComparison& comparison() { return *comparison_; }
  GraphFinder& finder() { return finder_; }
  GraphSubset& subset() { return subset_; }
  GraphColours& colours() { return colours_; }
  GraphBookmarks& bookmarks() { return bookmarks_; }
  GraphExporter& exporter() { return exporter_; }

  // Goes to the selected op, also in another pass. A stop of the run keeps the scale.
  void locate(bool keepScale = false);
  QJsonObject savedState() const override;
  void restoreState(const QJsonObject& state) override;
  static std::span<const ViewOption> options();
  QString arrange(const QJsonObject& options) override;
  QString exportTo(const QString& file, double scale, bool dark) override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildStrips();
  QString dragLink(const QString& names);
  void connectCanvas();
  void connectParts();
  void connectSession();
  void connectValues();
  void documentChanged();
  void graphsChanged();
  void sceneReady(const ScenePtr& scene);
  void selectionChanged(Facets what);
  void followOp();
  void activate(ItemId item);
  void updateStrips();
  void echoGroups();

  LegendStrip* legend_;
  GraphShown shown_;
  GraphAim aim_{shown_};
  ValueFacts values_{shown_.workspace};
  GraphArrangement arrangement_{shown_, aim_};
  GraphScenes scenes_{shown_, arrangement_, aim_};
  GraphFinder finder_{shown_, values_, arrangement_};
  GraphSubset subset_{shown_, finder_};
  GraphHighlighter highlighter_{shown_, subset_};
  GraphColours colours_;
  GraphBookmarks bookmarks_{shown_};
  GraphExporter exporter_{shown_, subset_};
  GraphTips tips_{shown_};
  GraphComparison* comparison_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  GraphActions* actions_;
  std::string path_;  // of the document whose graph is shown
  int step_ = 0;      // step within the iteration when an op was last selected
};

}  // namespace ng::views
