// SPDX-License-Identifier: Apache-2.0
// The run: its state, curves over iterations and epochs, and the exact values at the cursor.
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QWidget>

#include "views/core/workspace.h"
#include "views/run/run_rate.h"
#include "views/widgets/column_model.h"
#include "views/widgets/plot.h"

class QLabel;
class QToolButton;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QTabBar;

namespace ng::views {

class EmptyState;
class PlanPanel;
class RunProgress;
class TableView;

class RunView : public QWidget {
  Q_OBJECT

 public:
  explicit RunView(Workspace& workspace, QWidget* parent = nullptr);

  Plot* plot() const { return plot_; }
  PlanPanel* plan() const { return plan_; }
  RunProgress* progress() const { return progress_; }
  QString stateLine() const;  // "paused · epoch 3/10 · iteration 37/100 · pace 20/s · 8.4 us/step"
  QString emptySentence() const;  // empty when there are curves
  // A row of the values list.
  struct Value {
    OpKey op = 0;  // 0: an evaluation's
    QStringList names;
    QString text;  // with 9 significant digits
    QString name() const { return names.join(QStringLiteral(", ")); }
  };
  const std::vector<Value>& values() const { return values_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeHeader();
  QWidget* makeSide(TableView* values);
  void showSide(int tab);
  void setNarrow(bool narrow);
  void addCommands();
  void followDocument();
  void followRun();
  void showState();
  void followSeries();
  void followValues();
  void addValue(OpKey op, const QString& name, const QString& value);
  void followRange();
  void pickRange(double from, double to);  // iterations
  std::vector<TableColumn> columns() const;
  QString rangeText(int row) const;  // what a curve does in the selected range
  void placeEmptyState();
  void saveCheckpoint();
  void restoreCheckpoint();

  Workspace& workspace_;
  Plot* plot_;
  EmptyState* empty_;
  QLabel* state_;
  QList<QToolButton*> files_;  // save and restore
  QSpinBox* epochs_;
  PlanPanel* plan_;
  RunProgress* progress_;
  QSplitter* splitter_;
  QStackedWidget* stack_;
  bool narrow_ = false;
  QTabBar* tabs_;
  RunRate rate_;
  QElapsedTimer clock_;
  bool sideByHand_ = false;  // else the plan before a run, and values from then on
  ColumnModel* model_;
  std::vector<Value> values_;
};

QWidget* makeRunView(Workspace& workspace);

}  // namespace ng::views
