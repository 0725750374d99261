// SPDX-License-Identifier: Apache-2.0
// Shows a checkpoint's table as a tree whose scopes fold, while it stands in its own order and
// nothing is filtered; else as a list of tensors. Scopes fold by their chevron, by double click or
// Enter, and by Left and Right.
#pragma once

#include <QObject>
#include <set>
#include <string>
#include <vector>

class QAbstractButton;
class QKeyEvent;
class QLineEdit;
class QModelIndex;
class QMouseEvent;

namespace ng::views {

class CheckpointTable;
class TableView;

class CheckpointTree : public QObject {
  Q_OBJECT

 public:
  // `back` leads from the list to the tree, and is shown where that is of use.
  CheckpointTree(CheckpointTable* model, TableView* view, QLineEdit* filter, QAbstractButton* back);

  bool isShown() const { return shown_; }
  bool isFolded(int row) const;
  void fold(int row, bool folded);
  void toggle(int row) { fold(row, !isFolded(row)); }
  void reveal(int row);  // opens the scopes that it is in
  void openAll();        // of another file
  void follow();         // the rows, their order or the filter are others
  void restore();        // the tree again: no order, no filter
  int sourceRow(const QModelIndex& index) const;
  int indent(int row) const;  // of its chevron; 0 in a list

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  bool pressed(const QMouseEvent& event);
  bool keyPressed(const QKeyEvent& event);
  void go(int row);

  CheckpointTable* model_;
  TableView* view_;
  QLineEdit* filter_;
  QAbstractButton* back_;
  bool shown_ = false;
  std::set<std::string> folded_;  // full names of scopes
  std::vector<bool> visible_;     // rows
};

}  // namespace ng::views
