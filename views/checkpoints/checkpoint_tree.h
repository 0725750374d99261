// SPDX-License-Identifier: Apache-2.0
// Shows a checkpoint table as a tree of collapsible scopes while it is unsorted and unfiltered,
// otherwise as a flat list of tensors. Chevron, double-click, Enter, Left and Right collapse and
// expand a scope.
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
  // `back` returns from the list to the tree; it is visible only in list mode.
  CheckpointTree(CheckpointTable* model, TableView* view, QLineEdit* filter, QAbstractButton* back);

  bool isShown() const { return shown_; }
  bool isFolded(int row) const;
  void fold(int row, bool folded);
  void toggle(int row) { fold(row, !isFolded(row)); }
  void reveal(int row);  // expands the enclosing scopes
  void openAll();        // for a new file
  void follow();         // updates after changes of rows, sorting or filter
  void restore();        // clears sorting and filter to return to the tree
  int sourceRow(const QModelIndex& index) const;
  int indent(int row) const;  // x offset of the chevron, in pixels; 0 in a list

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
