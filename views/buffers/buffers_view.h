// SPDX-License-Identifier: Apache-2.0
// Where values live in memory: the plan drawn over the steps, what is alive at one of them, all
// buffers as a table, and the plan against another: the one before the last compilation, or the one
// that a pass is left out of.
#pragma once

#include <QWidget>
#include <optional>

#include "views/buffers/plan_model.h"
#include "views/core/workspace.h"

class QAction;
class QComboBox;
class QLabel;
class QStackedLayout;
class QTabBar;

namespace ng::views {

class BufferCard;
class BufferTable;
class ChangeTable;
class CompiledState;
class PlanPlot;
class TableView;

class BuffersView : public QWidget {
  Q_OBJECT

 public:
  enum class Rows { all, alive, changes };

  explicit BuffersView(Workspace& workspace, QWidget* parent = nullptr);

  const PlanModelPtr& plan() const { return plan_; }    // null: nothing is compiled
  const PlanModelPtr& other() const { return other_; }  // compared with; null: nothing is
  PlanPlot& plot() { return *plot_; }
  TableView& table() { return *table_; }
  TableView& changeTable() { return *changeView_; }
  const BufferCard& card() const { return *card_; }
  QString buffer() const;  // the selected one
  QString header() const;
  Rows rows() const;

  void showPeak();  // what is alive where most is
  void showStep(int step);
  void setRows(Rows rows);
  void compareWithout(const QString& pass);  // empty: with the plan before the last compilation
  void stopComparing();
  QSize sizeHint() const override { return {840, 300}; }

 private:
  QWidget* makeHeader();
  QWidget* makeTabs();
  QWidget* makeContent();
  void addActions();
  QAction* makeAction(const QString& text, const QString& icon, const QKeySequence& key);
  void followCompilation();
  void use(PlanModelPtr plan);
  void followSelection(Facets what);
  void followRange();
  void pickRange(double from, double to);  // steps
  void followOther();
  void markKernel();
  void select(int buffer);
  void pick(int buffer);
  void fillTable();
  void fillChoices();
  void choose(int choice);
  void updateHeader();

  Workspace& workspace_;
  CompilationRecordPtr compilation_, previous_;
  PlanModelPtr plan_, other_;
  QString without_;  // the pass whose absence is compared with
  bool comparing_ = false;
  std::optional<int> step_;
  JobId job_ = 0;
  PlanPlot* plot_;
  BufferTable* model_;
  ChangeTable* changes_;
  TableView *table_, *changeView_;
  BufferCard* card_;
  QTabBar* tabs_;
  QComboBox* choice_;
  QLabel *title_, *facts_;
  QWidget* content_;
  CompiledState* empty_;
  QStackedLayout *stack_, *tables_;
  QAction *peak_, *all_, *ghost_;
};

QWidget* makeBuffersView(Workspace& workspace);

}  // namespace ng::views
