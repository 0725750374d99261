// SPDX-License-Identifier: Apache-2.0
// Origin of a number: the formula of its op, the elements it reads, and the terms of its sums.
// Activating a row shows the origin of that element, down to the inputs; Back returns. Panel and
// window show the same iteration: a row from an earlier iteration switches the window, and a change
// in the window updates the panel. During a run the panel states that it is not up to date.
#pragma once

#include <QWidget>
#include <optional>
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

  // Starts a new trail and shows the panel when the answer arrives. `step`: step of the loops
  // around the op; empty: not in a loop.
  void ask(OpId op, std::int64_t element, std::optional<std::int64_t> step = {});
  void follow(int row);  // shows the origin of the row's element; no-op for rows without one
  void back();
  void leave();  // clears and hides the panel

  QString title() const;    // e.g. "Y_hat[N 5] = 0.7310586"
  QString formula() const;  // with the op, e.g. "sigmoid · sigmoid(x)"
  int rows() const { return static_cast<int>(rows_.size()); }
  bool canGoBack() const { return trail_.size() > 1; }
  TableView& table() { return *table_; }
  ElementHistory& history() { return *history_; }
  QSize sizeHint() const override;  // fits a few rows

 signals:
  void elementChosen(ng::OpId op, qint64 element);  // a row outside of loops was selected
  void asked(const QStringList& element);  // command-line form, e.g. {"h[H 1]", "--step", "4"}

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Row {
    QString part, operand, element, value, term;
    double share = 0;  // |term| / sum of |terms|
    bool isTerm = false;
    ElementQuestion place;
    bool leads = false;  // has an element with a known origin
  };
  void choose(const ElementQuestion& place);
  void askFor(const ElementQuestion& place);
  void goTo(const ElementQuestion& place);  // also changes the window's iteration
  void followIteration();
  void sayFormula();
  void take();
  void addRows(const ElementOrigin& origin);
  Row rowOf(const ElementRead& source, const ElementOrigin& origin) const;
  void makeTable();
  void showColumns();
  void showJob();

  Workspace& workspace_;
  std::vector<ElementQuestion> trail_;  // back(): the element shown or requested
  std::vector<Row> rows_;
  ElementOriginPtr origin_;
  bool waiting_ = false;
  std::int64_t seen_ = 0;  // last iteration of the window that was handled
  QToolButton *back_, *close_;
  QLabel *title_, *formula_;
  ColumnModel* model_;
  TableView* table_;
  ElementHistory* history_;
  JobId job_ = 0;
};

}  // namespace ng::views
