// SPDX-License-Identifier: Apache-2.0
// The passes of the compilation: stepped through, played, switched on and off, put into another
// order, tried against the full pipeline. The selected pass is Selection::pass(), which the canvas
// shows.
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>
#include <string>
#include <vector>

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

class PassesView : public QWidget {
  Q_OBJECT

 public:
  explicit PassesView(Workspace& workspace, QWidget* parent = nullptr);

  const PassList& list() const { return *list_; }
  bool playing() const { return timer_.isActive(); }
  QSize sizeHint() const override { return {280, 320}; }

  void goTo(int pass);  // clamped to -1 … last
  void step(int by);
  void stepToChanged(int direction);
  void stepRewrite(int by);   // to the next or previous rule that fired, in whatever pass
  void stepThroughHistory();  // to the next pass that made, changed or removed the selected op
  void movePass(int pass, int to);  // `to` counts without it; refused in the bar when it cannot be
  void moveCurrent(int by);
  void toggleCurrent();  // the check mark of the selected row
  PipelineBar& bar() { return *bar_; }
  OpHistory& history() { return *opHistory_; }
  void showHistory(bool shown);
  void setPlaying(bool playing);  // a step every 0.7 s through the passes that changed something

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
  std::map<std::vector<std::string>, QString> moved_;  // by the order: the pass that was moved last
  QTimer timer_;
  QAction *first_, *previous_, *play_, *next_, *last_, *nextChanged_, *previousChanged_, *history_;
};

QWidget* makePassesView(Workspace& workspace);

}  // namespace ng::views
