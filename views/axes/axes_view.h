// SPDX-License-Identifier: Apache-2.0
// Shows the axes of the displayed graph: lengths, the ops that create, share, reduce or split each
// axis, and the memory layout. The selected axis is coloured in the graph.
#pragma once

#include "views/axes/axis_table.h"
#include "views/core/view_base.h"
#include "views/core/workspace.h"

class QLabel;
class QStackedLayout;

namespace ng::views {

class ElidedLabel;
class EmptyState;
class TableView;

class AxesView : public ViewBase {
  Q_OBJECT

 public:
  explicit AxesView(Workspace& workspace, QWidget* parent = nullptr);
  ~AxesView() override;

  const AxisModelPtr& model() const { return model_; }  // null: no graph
  int axis() const { return axis_; }                    // row of the selected axis; -1: none
  TableView& axes() { return *axes_; }
  TableView& uses() { return *uses_; }
  QString header() const;
  void step(int by);  // selects and reveals the next (by > 0) or previous op that uses the axis
  QSize sizeHint() const override { return {840, 300}; }

 private:
  QWidget* makeContent();
  void followGraph();
  void showModel(AxisModelPtr model);
  void followSelection(Facets what);
  void showAxis(int axis);
  void selectUse(int row);

  Workspace& workspace_;
  GraphRecordPtr graph_;  // graph of model_, or of the model that job_ is building
  CompilationRecordPtr compilation_;
  AxisModelPtr model_;
  std::string path_;  // large document that was shown last
  JobId job_ = 0;
  int axis_ = -1;
  AxisTable* axisModel_;
  AxisUseTable* useModel_;
  TableView *axes_, *uses_;
  QLabel* title_;
  ElidedLabel* facts_;
  QWidget* content_;
  EmptyState* empty_;
  QStackedLayout* stack_;
};

}  // namespace ng::views
