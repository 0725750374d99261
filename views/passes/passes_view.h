// SPDX-License-Identifier: Apache-2.0
// Passes view: step through, play, enable, disable and reorder the passes of a compilation, and
// compare pipelines with the full one. The selected pass is Selection::pass(), which the graph view
// displays.
#pragma once

#include <QTimer>
#include <map>
#include <string>
#include <vector>

#include "views/core/view_base.h"
#include "views/core/workspace.h"

class QLabel;
class QStackedLayout;
class QTreeView;

namespace ng::views {

class CompiledState;
class OpHistory;
class OpSparkline;
class PassList;
class PipelineBar;

class PassesView : public ViewBase {
  Q_OBJECT

 public:
  explicit PassesView(Workspace& workspace, QWidget* parent = nullptr);

  const PassList& list() const { return *list_; }
  bool playing() const { return timer_.isActive(); }
  QSize sizeHint() const override { return {280, 320}; }

  void goTo(int pass);  // clamped to [-1, last]
  void step(int by);
  void stepToChanged(int direction);
  void stepRewrite(int by);   // next or previous rewrite, across passes
  void stepThroughHistory();  // next pass that created, changed or removed the selected op
  // `to` is the index without the pass; the bar shows why a move is refused.
  void movePass(int pass, int to);
  void moveCurrent(int by);
  void toggleCurrent();  // toggles the check box of the current row
  PipelineBar& bar() { return *bar_; }
  OpHistory& history() { return *opHistory_; }
  void showHistory(bool shown);
  void setPlaying(bool playing);  // every 0.7 s, moves to the next pass that changed something

 private:
  void buildActions();
  QWidget* makeControls();
  void followCompilation();
  void followTrials();
  void followSelection();
  void clicked(const QModelIndex& index);
  void showMenu(const QPoint& at);
  void updateHeader();
  void tick();

  Workspace& workspace_;
  PassList* list_;
  QTreeView* tree_;
  QLabel* header_;
  OpSparkline* sparkline_;
  PipelineBar* bar_;
  OpHistory* opHistory_;
  QWidget* content_;
  CompiledState* empty_;
  QStackedLayout* stack_;
  std::map<std::vector<std::string>, QString> moved_;  // order → name of the pass moved last
  QTimer timer_;
  QAction *first_, *previous_, *play_, *next_, *last_, *nextChanged_, *previousChanged_, *history_;
};

}  // namespace ng::views
