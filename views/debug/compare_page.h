// SPDX-License-Identifier: Apache-2.0
// Compares the shown iteration op by op with another transformer, precision or program: a table of
// ops, and the elements of the selected one that differ most, side by side.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"
#include "views/debug/compared_with.h"

class QLabel;
class QPushButton;

namespace ng::views {

template <class Row>
class RecordTable;
class TableView;

class ComparePage : public QWidget {
  Q_OBJECT

 public:
  explicit ComparePage(Workspace& workspace, QWidget* parent = nullptr);

  void compare();
  ComparedWithFields& fields() { return *fields_; }
  TableView& ops() { return *ops_; }
  TableView& elements() { return *elements_; }
  QString text() const;

 signals:
  // The words of `ngraph compare` that repeat the comparison.
  void started(const QStringList& words);

 private:
  QWidget* makeTables();
  void followChoices();
  void followQuery();
  void follow();
  void followSelection();
  void showFirst();
  QString sentence() const;

  Workspace& workspace_;
  ComparedWithFields* fields_;
  ComparisonRecordPtr comparison_;
  RecordTable<OpDifference>* opRows_;
  RecordTable<ElementDifference>* elementRows_;
  TableView *ops_, *elements_;
  QLabel *elementsOf_, *text_;
  QPushButton* compare_;
  bool asked_ = false;  // a comparison from here is running
  JobId job_ = 0;
};

}  // namespace ng::views
