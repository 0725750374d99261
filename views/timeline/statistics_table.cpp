// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/statistics_table.h"

namespace ng::views {
namespace {

const Keys own = {"event", "kind", "count", "total", "share", "mean", "min", "max"};
const Keys both = {"event", "kind",  "count",  "total", "share",
                   "mean",  "other", "change", "min",   "max"};

}  // namespace

StatisticsTable::StatisticsTable(QObject* parent) : RecordTable(event_columns(), own, parent) {}

void StatisticsTable::set(std::vector<SumsRow> rows, double range, bool compares) {
  if (compares != compares_) {
    RecordTable::set({});
    show(event_columns(), compares ? both : own);
    compares_ = compares;
  }
  for (SumsRow& row : rows) row.range = range;
  RecordTable::set(std::move(rows));
}

int StatisticsTable::rowOf(std::uint32_t name) const {
  return rowWhere(
      [name](const SumsRow& row) { return !row.only_other && !row.single && row.id == name; });
}

}  // namespace ng::views
