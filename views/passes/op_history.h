// SPDX-License-Identifier: Apache-2.0
// History of the selected op: its state after each pass; rows of passes that changed it are bold.
// Selecting a row selects the pass.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"
#include "views/passes/op_states.h"

namespace ng::views {

class ColumnModel;
class ElidedLabel;
class TableView;

class OpHistory : public QWidget {
  Q_OBJECT

 public:
  explicit OpHistory(Workspace& workspace, QWidget* parent = nullptr);

  const std::vector<OpState>& states() const { return states_; }
  void follow();  // call after changes of compilation or selection

 signals:
  void passWanted(int pass);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  Workspace& workspace_;
  std::vector<OpState> states_;
  ColumnModel* model_;
  TableView* table_;
  ElidedLabel* title_;
};

}  // namespace ng::views
