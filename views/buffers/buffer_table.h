// SPDX-License-Identifier: Apache-2.0
// Table models next to the plot: all buffers, the buffers alive at one step, or the differences
// between two plans.
#pragma once

#include <optional>

#include "views/buffers/plan_model.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {

class BufferTable : public RecordTable<BufferRow> {
 public:
  explicit BufferTable(QObject* parent = nullptr);

  // With `step`: only buffers alive at that step, largest first. A null plan gives no rows.
  void setPlan(PlanModelPtr plan, std::optional<int> step = {});
  int buffer(int row) const { return rows()[static_cast<std::size_t>(row)].buffer; }
  int rowOf(int buffer) const;  // -1: not in the table

 private:
  PlanModelPtr plan_;
};

class ChangeTable : public RecordTable<PlanChange> {
 public:
  explicit ChangeTable(QObject* parent = nullptr);
  void setPlans(PlanModelPtr before, PlanModelPtr after);

 private:
  PlanModelPtr before_, after_;
};

}  // namespace ng::views
