// SPDX-License-Identifier: Apache-2.0
// What the selected op is after each pass: a row for each, those that changed it bold. A row leads
// to its pass.
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
  void follow();  // the compilation or the selection changed

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
