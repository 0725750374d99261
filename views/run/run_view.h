// SPDX-License-Identifier: Apache-2.0
// Run view: run state, curves over iterations and epochs, and exact values at the cursor.
#pragma once

#include <QElapsedTimer>
#include <QList>

#include "views/core/view_base.h"
#include "views/core/workspace.h"
#include "views/run/run_rate.h"
#include "views/widgets/column_model.h"
#include "views/widgets/plots/plot.h"

class QLabel;
class QToolButton;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QTimer;

namespace ng::views {

class EmptyState;
class PlanPanel;
class RunProgress;
class TableView;

class RunView : public ViewBase {
  Q_OBJECT

 public:
  explicit RunView(Workspace& workspace, QWidget* parent = nullptr);

  Plot* plot() const { return plot_; }
  PlanPanel* plan() const { return plan_; }
  RunProgress* progress() const { return progress_; }
  // E.g. "paused · epoch 3/10 · iteration 37/100 · pace 20/s · 8.4 µs/step".
  QString stateLine() const;
  QString emptySentence() const;  // empty if there are curves
  // Row of the values table.
  struct Value {
    OpId op = 0;  // 0: from an evaluation
    QStringList names;
    QString text;  // 9 significant digits
    QString name() const { return names.join(QStringLiteral(", ")); }
  };
  const std::vector<Value>& values() const { return values_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeHeader();
  QWidget* makeSide(TableView* values);
  bool hasOnlyResults() const;
  void showOnlyResults(bool only);
  void showSide(int tab);
  void setNarrow(bool narrow);
  void addCommands();
  void followDocument();
  void followRun();
  void showState();
  void awaitSeries();
  void followSeries();
  void followValues();
  void addValue(OpId op, const QString& name, const QString& value);
  void followRange();
  void pickRange(double from, double to);  // in iterations
  std::vector<TableColumn> columns() const;
  QString rangeText(int row) const;  // min … max of a curve in the selected range
  void placeEmptyState();
  void saveCheckpoint();
  void restoreCheckpoint();

  Workspace& workspace_;
  Plot* plot_;
  EmptyState* empty_;
  QLabel* state_;
  QList<QToolButton*> files_;  // save, restore
  QSpinBox* epochs_;
  PlanPanel* plan_;
  RunProgress* progress_;
  QSplitter* splitter_;
  QStackedWidget* stack_;
  bool narrow_ = false, onlyResults_ = false;
  QTabBar* tabs_;
  RunRate rate_;
  QElapsedTimer clock_;
  QTimer* later_;  // curves of many points wait for it
  // The user chose the tab; otherwise the plan is shown before a run, the values after.
  bool sideByHand_ = false;
  ColumnModel* model_;
  std::vector<Value> values_;
};

}  // namespace ng::views
