// SPDX-License-Identifier: Apache-2.0
// Statistics of the events in a range of a timeline as a table, one row a name, with those of
// another timeline.
#pragma once

#include "engine/tables/table_column.h"
#include "engine/trace/timeline.h"

namespace ng {

struct SumsRow {
  TimelineName name;
  std::uint32_t id = 0;  // name id in the shown timeline; unused if `only_other`
  bool only_other = false;
  EventStatistics own, other;
  bool single = false;  // a single event instead of all events of the name
  double range = 0;     // base of the shares, in nanoseconds
};

// Statistics of `shown`, joined with those of the other timeline by name and category.
std::vector<SumsRow> joined_statistics(const Timeline& shown,
                                       const std::vector<EventStatistics>& own,
                                       const Timeline* other,
                                       const std::vector<EventStatistics>& others);
// Inserts a row "slowest iteration 57" below the row of the iterations, if there are several.
// `rows` are statistics of `shown`.
void add_slowest(std::vector<SumsRow>& rows, const Timeline& shown);

const Columns<SumsRow>& event_columns();

}  // namespace ng
