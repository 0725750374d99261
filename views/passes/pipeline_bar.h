// SPDX-License-Identifier: Apache-2.0
// Bar above the pass list for a modified pipeline: effect relative to the full pipeline, earlier
// trials, and a reset button. Also shows why a change was refused. Hidden when empty.
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
  // Whether the current pipeline was measured.
  bool measured() const { return present() != nullptr; }
  bool refusing() const { return refused_; }
  TableView& table() { return *table_; }

  void refuse(const QString& reason);  // shown until the next compilation
  void follow();                       // call after changes of compilation or trials
  void reset();                        // restores the full pipeline

 private:
  void makeTable();
  void dropSelected();
  const PipelineTrialRecord* present() const;  // trial of the current pipeline; null: none

  Workspace& workspace_;
  std::vector<PipelineTrialRecord> trials_;
  QLabel* words_;
  QToolButton *reset_, *measure_, *unfold_;
  ColumnModel* model_;
  TableView* table_;
  QWidget* trialPart_;
  QLineEdit* filter_ = nullptr;  // visible if not all trials fit
  JobId job_ = 0;
  bool refused_ = false;
};

}  // namespace ng::views
