// SPDX-License-Identifier: Apache-2.0
// Table models next to the plot: all buffers, the buffers alive at one step, or the differences
// between two plans.
#pragma once

#include <optional>

#include "views/buffers/plan_model.h"
#include "views/widgets/column_model.h"

namespace ng::views {

class BufferTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit BufferTable(QObject* parent = nullptr);

  // With `step`: only buffers alive at that step, largest first. A null plan gives no rows.
  void setPlan(PlanModelPtr plan, std::optional<int> step = {});
  int buffer(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  int rowOf(int buffer) const;  // -1: not in the table

 private:
  std::vector<TableColumn> columns();
  TableColumn number(const QString& title, std::function<std::int64_t(int buffer)> value);
  TableColumn words(const QString& title, std::function<QString(int buffer)> text);

  PlanModelPtr plan_;
  std::vector<int> rows_;
  std::int64_t total_ = 0;  // bytes of all rows
};

class ChangeTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit ChangeTable(QObject* parent = nullptr);
  void setPlans(PlanModelPtr before, PlanModelPtr after);
  const std::vector<PlanChange>& changes() const { return changes_; }

 private:
  std::vector<TableColumn> columns();
  const BufferRecord* side(int row, bool after) const;

  PlanModelPtr before_, after_;
  std::vector<PlanChange> changes_;
};

}  // namespace ng::views
