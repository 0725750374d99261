// SPDX-License-Identifier: Apache-2.0
// Statistics per event name in a range, optionally compared with another timeline.
#pragma once

#include "engine/tables/event_table.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {

class StatisticsTable : public RecordTable<SumsRow> {
 public:
  explicit StatisticsTable(QObject* parent = nullptr);
  // `range`: base of the shares, in nanoseconds.
  void set(std::vector<SumsRow> rows, double range, bool compares);
  int rowOf(std::uint32_t name) const;  // -1: none

 private:
  bool compares_ = false;
};

}  // namespace ng::views
