// SPDX-License-Identifier: Apache-2.0
// Messages since the document was opened: what happened, where, and the suggested action.
#pragma once

#include "views/core/view_base.h"
#include "views/core/workspace.h"

class QStackedLayout;

namespace ng::views {

class ColumnModel;
class EmptyState;
class TableView;

class MessagesView : public ViewBase {
  Q_OBJECT

 public:
  explicit MessagesView(Workspace& workspace, QWidget* parent = nullptr);
  int rows() const { return static_cast<int>(messages_.size()); }
  TableView* table() const { return table_; }

 private:
  void follow();
  void goTo(int row);  // selects the first op of the message

  Workspace& workspace_;
  std::vector<Diagnostic> messages_;
  ColumnModel* model_;
  TableView* table_;
  EmptyState* empty_;
  QWidget* filled_;
  QStackedLayout* stack_;
};

}  // namespace ng::views
