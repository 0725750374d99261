// SPDX-License-Identifier: Apache-2.0
// Memory plan view: the plan drawn over the steps, the buffers alive at one step, a table of all
// buffers, and a comparison with the previous plan or a plan compiled without one pass.
#pragma once

#include <optional>

#include "views/buffers/plan_model.h"
#include "views/core/view_base.h"
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
class ElidedLabel;
class PlanPlot;
class TableView;

class BuffersView : public ViewBase {
  Q_OBJECT

 public:
  enum class Rows { all, alive, changes };

  explicit BuffersView(Workspace& workspace, QWidget* parent = nullptr);

  const PlanModelPtr& plan() const { return plan_; }    // null: nothing is compiled
  const PlanModelPtr& other() const { return other_; }  // plan compared with; null: no comparison
  PlanPlot& plot() { return *plot_; }
  TableView& table() { return *table_; }
  TableView& changeTable() { return *changeView_; }
  const BufferCard& card() const { return *card_; }
  QComboBox& ranks() { return *ranks_; }  // each with its memory; hidden unless there are several
  QString buffer() const;                 // name of the selected buffer; empty: none
  QString header() const;
  Rows rows() const;

  void showPeak();  // lists the buffers alive at the step with peak memory
  void showStep(int step);
  void setRows(Rows rows);
  void compareWithout(const QString& pass);  // empty: compares with the previous plan
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
  void pickRange(double from, double to);  // in steps
  void followOther();
  void markKernel();
  void select(int buffer);
  void pick(int buffer);
  void fillTable();
  void fillChoices();
  void choose(int choice);
  void updateHeader();
  void fillRanks();

  Workspace& workspace_;
  CompilationRecordPtr compilation_, previous_;
  PlanModelPtr plan_, other_;
  QString without_;  // name of the pass left out of the other plan; empty: previous plan
  bool comparing_ = false;
  std::optional<int> step_;
  int rank_ = 0;  // the chosen one, if its stage is shown
  JobId job_ = 0;
  PlanPlot* plot_;
  BufferTable* model_;
  ChangeTable* changes_;
  TableView *table_, *changeView_;
  BufferCard* card_;
  QTabBar* tabs_;
  QComboBox *choice_, *ranks_;
  QLabel* title_;
  ElidedLabel* facts_;
  QWidget* content_;
  CompiledState* empty_;
  QStackedLayout *stack_, *tables_;
  QAction *peak_, *all_, *ghost_;
};

}  // namespace ng::views
