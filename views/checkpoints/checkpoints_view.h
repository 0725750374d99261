// SPDX-License-Identifier: Apache-2.0
// A file of tensors: what it holds, whether it fits the graph, its statistics, and what changed
// from it to another file. Files are read beside the window; values one tensor at a time.
#pragma once

#include <QWidget>

#include "views/checkpoints/checkpoint_rows.h"
#include "views/core/workspace.h"

class QLabel;
class QPushButton;
class QStackedLayout;

namespace ng::views {

class CheckpointTable;
class CheckpointTree;
class EmptyState;
class NormBars;
class StoredValues;
class TableView;

class CheckpointsView : public QWidget {
  Q_OBJECT

 public:
  explicit CheckpointsView(Workspace& workspace, QWidget* parent = nullptr);

  // In place of the present one, and of a comparison.
  Q_INVOKABLE void openFile(const QString& path);
  void compareWith(const QString& path);  // from the present file to this one
  const CheckpointTable& table() const { return *model_; }
  QString summary() const;  // "12 of 12 variables fit the graph"
  const NormBars& norms() const { return *bars_; }
  StoredValues& values() { return *values_; }  // of the selected row
  CheckpointTree& tree() { return *tree_; }
  TableView& view() { return *view_; }

 signals:
  // Read, and compared where `other` is not empty; `before` was asked for before it.
  void opened(const QString& path, const QString& other, const QString& before);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QWidget* makeContent();
  void choose(bool other);
  void showRows(const std::vector<TensorChange>& changes = {});
  void tell(const QString& before);
  void readStatistics();
  void readChanges();
  void updateNorms();
  void fitColumns();
  void followSelection(Facets what);
  void selectRow(int row);

  Workspace& workspace_;
  CheckpointContents contents_;
  QString other_;  // path; empty without a comparison
  QString asked_;  // the file that was to be read last
  CheckpointTable* model_;
  TableView* view_;
  NormBars* bars_;
  StoredValues* values_;
  QLabel *title_, *words_;
  QPushButton* compare_;
  CheckpointTree* tree_ = nullptr;  // before the content, which makes it
  QWidget* content_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  JobId job_ = 0;
  int generation_ = 0;  // results of what was asked for before are dropped
};

QWidget* makeCheckpointsView(Workspace& workspace);

}  // namespace ng::views
