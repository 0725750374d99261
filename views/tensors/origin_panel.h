// SPDX-License-Identifier: Apache-2.0
// Where a number comes from: the op's formula, the elements that it reads, the terms of its sums. A
// row's element can be asked in its turn, and so on to what was fed; Back leads the same way back.
// The panel and the window show the same iteration: a row of an earlier one leads the window there,
// and another one chosen in the window is asked for; while the run is on, the panel says that it
// waits.
#pragma once

#include <QWidget>
#include <vector>

#include "views/core/workspace.h"

class QLabel;
class QToolButton;

namespace ng::views {

class ColumnModel;
class ElementHistory;
class TableView;

class OriginPanel : public QWidget {
  Q_OBJECT

 public:
  explicit OriginPanel(Workspace& workspace, QWidget* parent = nullptr);

  // Asks anew: there is nothing to go back to. Shows itself when the answer is there.
  // `step`: of the loops around the op; -1: it stands in none.
  void ask(OpKey op, std::int64_t element, std::int64_t step = -1);
  void follow(int row);  // its element; nothing for rows without one
  void back();
  void leave();  // hides itself

  QString title() const;    // "Y_hat[N 5] = 0.7310586"
  QString formula() const;  // with the op: "sigmoid · sigmoid(x)"
  int rows() const { return static_cast<int>(rows_.size()); }
  bool canGoBack() const { return trail_.size() > 1; }
  TableView& table() { return *table_; }
  ElementHistory& history() { return *history_; }
  QSize sizeHint() const override;  // with a few of its rows

 signals:
  void elementChosen(ng::OpKey op, qint64 element);  // a row was selected; not one in a loop
  void asked(const QStringList& element);  // {"h[H 1]", "--step", "4"}, as the command line has it

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Row {
    QString part, operand, element, value, term;
    double share = 0;  // of the sum, as a part of the sum of all sizes
    bool isTerm = false;
    ElementQuestion place;
    bool leads = false;  // to an element that can be asked
  };
  void choose(const ElementQuestion& place);
  void askFor(const ElementQuestion& place);
  void goTo(const ElementQuestion& place);  // the window too
  void followIteration();
  void sayFormula();
  void take();
  void addRows(const ElementOrigin& origin);
  Row rowOf(const ElementRead& source, const ElementOrigin& origin) const;
  void makeTable();
  void showColumns();
  void showJob();

  Workspace& workspace_;
  std::vector<ElementQuestion> trail_;  // the one that is shown, or asked for, last
  std::vector<Row> rows_;
  ElementOriginPtr origin_;
  bool waiting_ = false;
  std::int64_t seen_ = 0;  // the window's iteration that was last followed
  QToolButton *back_, *close_;
  QLabel *title_, *formula_;
  ColumnModel* model_;
  TableView* table_;
  ElementHistory* history_;
  JobId job_ = 0;
};

}  // namespace ng::views
