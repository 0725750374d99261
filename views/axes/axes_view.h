// SPDX-License-Identifier: Apache-2.0
// The axes of the graph that is shown: lengths, who makes, shares, reduces, splits each, and how it
// lies in memory. The selected one is coloured through the graph.
#pragma once

#include <QWidget>

#include "views/axes/axis_table.h"
#include "views/core/workspace.h"

class QLabel;
class QStackedLayout;

namespace ng::views {

class EmptyState;
class TableView;

class AxesView : public QWidget {
  Q_OBJECT

 public:
  explicit AxesView(Workspace& workspace, QWidget* parent = nullptr);
  ~AxesView() override;

  const AxisModelPtr& model() const { return model_; }  // null: no graph
  int axis() const { return axis_; }                    // the selected one's row; -1: none
  TableView& axes() { return *axes_; }
  TableView& uses() { return *uses_; }
  QString header() const;
  void step(int by);  // to the next op that has to do with the axis, and shows it
  QSize sizeHint() const override { return {840, 300}; }

 private:
  QWidget* makeContent();
  void followGraph();
  void showModel(AxisModelPtr model);
  void followSelection(Facets what);
  void showAxis(int axis);
  void selectUse(int row);

  Workspace& workspace_;
  GraphRecordPtr graph_;  // that the model is of, or will be when the job is done
  CompilationRecordPtr compilation_;
  AxisModelPtr model_;
  std::string path_;  // of the large document that was shown last
  JobId job_ = 0;
  int axis_ = -1;
  AxisTable* axisModel_;
  AxisUseTable* useModel_;
  TableView *axes_, *uses_;
  QLabel *title_, *facts_;
  QWidget* content_;
  EmptyState* empty_;
  QStackedLayout* stack_;
};

QWidget* makeAxesView(Workspace& workspace);

}  // namespace ng::views
