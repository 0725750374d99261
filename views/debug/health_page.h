// SPDX-License-Identifier: Apache-2.0
// Health page: min, max, mean, NaN and infinities of all kernel outputs during a run.
#pragma once

#include <QWidget>

#include "engine/tables/debug_table.h"
#include "views/core/workspace.h"
#include "views/widgets/tables/record_table.h"

class QCheckBox;
class QLabel;

namespace ng::views {

class EmptyState;
class TableView;

class HealthPage : public QWidget {
  Q_OBJECT

 public:
  explicit HealthPage(Workspace& workspace, QWidget* parent = nullptr);

  TableView& table() { return *table_; }
  QString facts() const;  // e.g. "1,234 summaries kept · 3.9 % of run time"

 private:
  void follow();

  Workspace& workspace_;
  RecordTable<OpHealth>* rows_;
  TableView* table_;
  QCheckBox* on_;
  QLabel* facts_;
  EmptyState* empty_;  // replaces an empty table
};

}  // namespace ng::views
