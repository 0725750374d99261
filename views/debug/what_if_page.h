// SPDX-License-Identifier: Apache-2.0
// What-if page: a line to edit source elements, and every value that would change, with old and new
// numbers at the position of the largest difference.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace ng::views {

template <class Row>
class RecordTable;
class TableView;

class WhatIfPage : public QWidget {
  Q_OBJECT

 public:
  explicit WhatIfPage(Workspace& workspace, QWidget* parent = nullptr);

  bool add(const QString& text);  // e.g. "X[0, 1] = 3"; false: words() says why it was refused
  TableView& changes() { return *table_; }
  QString words() const;
  void focusLine();

 private:
  void follow();

  Workspace& workspace_;
  WhatIfRecordPtr record_;
  RecordTable<OpDifference>* rows_;  // ops whose values change
  TableView* table_;
  QLineEdit* line_;
  QLabel* words_;
  QPushButton *keep_, *drop_;
  JobId job_ = 0;
};

}  // namespace ng::views
