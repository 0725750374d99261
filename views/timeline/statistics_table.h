// SPDX-License-Identifier: Apache-2.0
// What each name of a timeline did in a range: how often, how long, which share; and beside it the
// same of another timeline, with the difference.
#pragma once

#include "engine/session/timeline.h"
#include "views/widgets/column_model.h"

namespace ng::views {

struct SumsRow {
  TimelineName name;
  std::uint32_t id = 0;  // in the timeline that is shown; unless `only_other`
  bool onlyOther = false;
  EventStatistics own, other;
  bool single = false;  // one event, not what goes by its name
};

// Puts "slowest iteration 57" below the row of the iterations, if there are several. The rows are
// sums of `shown`.
void addSlowest(std::vector<SumsRow>& rows, const Timeline& shown);

// Sums of `shown`, with those of the other timeline that have the same name and category.
std::vector<SumsRow> joined(const Timeline& shown, const std::vector<EventStatistics>& own,
                            const Timeline* other, const std::vector<EventStatistics>& others);

class StatisticsTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit StatisticsTable(QObject* parent = nullptr);
  // `range` in nanoseconds is what shares are of.
  void set(std::vector<SumsRow> rows, double range, bool compares);
  const SumsRow* row(int row) const;    // null beyond the end
  int rowOf(std::uint32_t name) const;  // -1: none

 private:
  std::vector<TableColumn> columns();

  std::vector<SumsRow> rows_;
  double range_ = 0;
  bool compares_ = false;
};

}  // namespace ng::views
