// SPDX-License-Identifier: Apache-2.0
// Checkpoints view: lists the tensors of a file, whether they match the graph, their statistics,
// and the changes to another file. Files are read in background jobs.
#pragma once

#include "views/checkpoints/checkpoint_rows.h"
#include "views/core/view_base.h"
#include "views/core/workspace.h"

class QLabel;
class QPushButton;
class QStackedLayout;

namespace ng::views {

class CheckpointTable;
class CheckpointTree;
class ElidedLabel;
class EmptyState;
class NormBars;
class StoredValues;
class TableView;

class CheckpointsView : public ViewBase {
  Q_OBJECT

 public:
  explicit CheckpointsView(Workspace& workspace, QWidget* parent = nullptr);

  // Replaces the current file and ends a comparison. opened() lists it and the compared file.
  void openFile(const QString& path) override;
  void compareWith(const QString& path);                 // compares the current file with `path`
  QString arrange(const QJsonObject& options) override;  // "compare": a path
  const CheckpointTable& table() const { return *model_; }
  QString summary() const;  // e.g. "12 of 12 variables fit the graph"
  const NormBars& norms() const { return *bars_; }
  StoredValues& values() { return *values_; }  // values of the selected tensor
  CheckpointTree& tree() { return *tree_; }
  TableView& view() { return *view_; }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QWidget* makeContent();
  void choose(bool other);
  std::shared_ptr<CheckpointContents> contentsOf(const QString& path);
  void showMetadata();
  void showRows(const std::vector<TensorChange>& changes = {});
  void matchAgain();
  void tell(const QString& before);
  void readStatistics();
  void updateNorms();
  void fitColumns();
  void followSelection(Facets what);
  void selectRow(int row);

  Workspace& workspace_;
  CheckpointContents contents_;
  std::vector<TensorChange> changes_;  // of the comparison that is shown
  QString next_;                       // to compare with when the current file is read
  QString other_;                      // path of the compared file; empty: no comparison
  QString asked_;                      // most recently requested file
  QString saved_;                      // most recently saved by the run
  CheckpointTable* model_;
  TableView* view_;
  NormBars* bars_;
  StoredValues* values_;
  QLabel* title_;
  ElidedLabel* words_;
  QPushButton* compare_;
  QPushButton* metadata_;           // visible if the file has any
  CheckpointTree* tree_ = nullptr;  // declared before content_: makeContent() creates it
  QWidget* content_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  JobId job_ = 0;
  NewestRequest newest_;  // results of older requests are dropped
};

}  // namespace ng::views
