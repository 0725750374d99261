// SPDX-License-Identifier: Apache-2.0
// Compares two transformers op by op on the same inputs, and bisects the passes.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ng::views {

class ColumnModel;
class TableView;

class QueryPage : public QWidget {
  Q_OBJECT

 public:
  explicit QueryPage(Workspace& workspace, QWidget* parent = nullptr);

  void compare();
  void bisect(bool time);
  TableView& ops() { return *ops_; }
  TableView& trials() { return *trials_; }
  QString comparisonText() const;
  QString bisectionText() const;

 private:
  void makeOpTable();
  void makeTrialTable();
  QWidget* makeComparison();
  QWidget* makeBisection();
  void followChoices();
  void follow();
  const OpDifference& difference(int row) const;
  bool isResult(int row) const;
  double limit(const QLineEdit* line, double otherwise) const;

  Workspace& workspace_;
  ComparisonRecordPtr comparison_;
  BisectRecordPtr bisection_;
  ColumnModel *opModel_, *trialModel_;
  TableView *ops_, *trials_;
  QComboBox *left_, *right_;
  QLineEdit *rtol_, *tolerance_, *slower_;
  QPushButton *compare_, *byError_, *byTime_;
  QLabel *compared_, *bisected_;
  JobId job_ = 0;
};

}  // namespace ng::views
