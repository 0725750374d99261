// SPDX-License-Identifier: Apache-2.0
#include "views/buffers/buffer_table.h"

namespace ng::views {

BufferTable::BufferTable(QObject* parent)
    : RecordTable(buffer_columns(),
                  {"name", "bytes", "part_of_total", "op", "flags", "reason", "steps", "offset",
                   "kind", "first_written", "last_read", "dtype", "axes"},
                  parent) {}

void BufferTable::setPlan(PlanModelPtr plan, std::optional<int> step) {
  std::vector<BufferRow> rows;
  if (plan) {
    rows = step ? buffer_rows(plan->plan(), alive_at(plan->record(), *step))
                : buffer_rows(plan->plan());
  }
  set(std::move(rows));
  plan_ = std::move(plan);
}

int BufferTable::rowOf(int buffer) const {
  return rowWhere([buffer](const BufferRow& row) { return row.buffer == buffer; });
}

ChangeTable::ChangeTable(QObject* parent)
    : RecordTable(
          plan_change_columns(),
          {"name", "change", "bytes", "bytes_before", "bytes_after", "steps_before", "steps_after"},
          parent) {}

void ChangeTable::setPlans(PlanModelPtr before, PlanModelPtr after) {
  const bool both = before && after;
  set(both ? compare_plans(before->record(), after->record()) : std::vector<PlanChange>());
  before_ = std::move(before);
  after_ = std::move(after);
}

}  // namespace ng::views
