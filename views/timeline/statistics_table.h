// SPDX-License-Identifier: Apache-2.0
// Statistics per event name in a range: count, times and share, optionally compared with another
// timeline.
#pragma once

#include "engine/trace/timeline.h"
#include "views/widgets/column_model.h"

namespace ng::views {

struct SumsRow {
  TimelineName name;
  std::uint32_t id = 0;  // name id in the shown timeline; unused if `onlyOther`
  bool onlyOther = false;
  EventStatistics own, other;
  bool single = false;  // a single event instead of all events of the name
};

// Inserts a row "slowest iteration 57" below the row of the iterations, if there are several.
// `rows` are statistics of `shown`.
void addSlowest(std::vector<SumsRow>& rows, const Timeline& shown);

// Statistics of `shown`, joined with those of the other timeline by name and category.
std::vector<SumsRow> joined(const Timeline& shown, const std::vector<EventStatistics>& own,
                            const Timeline* other, const std::vector<EventStatistics>& others);

class StatisticsTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit StatisticsTable(QObject* parent = nullptr);
  // `range`: base of the shares, in nanoseconds.
  void set(std::vector<SumsRow> rows, double range, bool compares);
  const SumsRow* row(int row) const;    // null if out of range
  int rowOf(std::uint32_t name) const;  // -1: none

 private:
  std::vector<TableColumn> columns();

  std::vector<SumsRow> rows_;
  double range_ = 0;
  bool compares_ = false;
};

}  // namespace ng::views
