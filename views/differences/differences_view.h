// SPDX-License-Identifier: Apache-2.0
// Differences view: what differs between the two compared documents, one row a difference.
#pragma once

#include "views/core/view_base.h"
#include "views/core/workspace.h"

class QLabel;
class QStackedLayout;

namespace ng {
struct Change;
}

namespace ng::views {

template <class Row>
class RecordTable;
class EmptyState;
class TableView;

class DifferencesView : public ViewBase {
  Q_OBJECT

 public:
  explicit DifferencesView(Workspace& workspace, QWidget* parent = nullptr);

  int rows() const;
  TableView* table() const { return table_; }
  QString summary() const;  // "12 ops match, 3 added …"

 private:
  const Change& change(int row) const;
  QWidget* makeTable();
  void follow();
  void select(int row);  // the op, kernel or buffer of the row
  void reveal(int row);

  Workspace& workspace_;
  DocumentDifferencePtr difference_;
  RecordTable<Change>* model_;
  TableView* table_;
  QLabel* summary_;
  EmptyState* empty_;
  QWidget* filled_;
  QStackedLayout* stack_;
};

}  // namespace ng::views
