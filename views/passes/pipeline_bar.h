// SPDX-License-Identifier: Apache-2.0
// The pipeline where it is not the full one: what it is worth, the trials made before, and the way
// back. Also where a change that cannot be is refused. Hidden while there is nothing to say.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace ng::views {

class ColumnModel;
class TableView;

class PipelineBar : public QWidget {
  Q_OBJECT

 public:
  explicit PipelineBar(Workspace& workspace, QWidget* parent = nullptr);

  QString words() const;
  bool measured() const { return present() != nullptr; }  // of the pipeline as it is
  bool refusing() const { return refused_; }
  TableView& table() { return *table_; }

  void refuse(const QString& reason);  // stands until the next compilation
  void follow();                       // the compilation, or the trials
  void reset();                        // back to the full pipeline

 private:
  void makeTable();
  void dropSelected();
  const PipelineTrialRecord* present() const;  // the trial of the pipeline as it is; null: none

  Workspace& workspace_;
  std::vector<PipelineTrialRecord> trials_;
  QLabel* words_;
  QToolButton *reset_, *measure_, *unfold_;
  ColumnModel* model_;
  TableView* table_;
  QWidget* trialPart_;
  QLineEdit* filter_ = nullptr;  // shown when not all trials are
  JobId job_ = 0;
  bool refused_ = false;
};

}  // namespace ng::views
