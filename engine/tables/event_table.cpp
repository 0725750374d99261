// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/event_table.h"

#include <algorithm>
#include <map>

namespace ng {
namespace {

using Row = SumsRow;

// In nanoseconds.
Cell time_cell(const Row& row, double time) {
  return row.only_other ? Cell() : Cell(time);
}

// Relative change of the mean from the other timeline to the shown one; absent if one has none.
Cell change(const Row& row) {
  if (row.own.count == 0 || row.other.count == 0 || row.other.mean() <= 0) return {};
  return row.own.mean() / row.other.mean() - 1;
}

std::string only_one(const Row& row) {
  if (row.only_other) return "removed";
  return row.single || row.other.count > 0 ? "" : "new";
}

}  // namespace

std::vector<SumsRow> joined_statistics(const Timeline& shown,
                                       const std::vector<EventStatistics>& own,
                                       const Timeline* other,
                                       const std::vector<EventStatistics>& others) {
  std::vector<SumsRow> rows;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (const EventStatistics& sum : own) {
    const TimelineName& name = shown.names()[sum.name];
    known[{name.text, name.category}] = rows.size();
    rows.push_back({name, sum.name, false, sum, {}});
  }
  for (const EventStatistics& sum : others) {
    const TimelineName& name = other->names()[sum.name];
    const auto found = known.find({name.text, name.category});
    if (found != known.end())
      rows[found->second].other = sum;
    else
      rows.push_back({name, 0, true, {}, sum});
  }
  return rows;
}

void add_slowest(std::vector<SumsRow>& rows, const Timeline& shown) {
  const auto iterations = std::find_if(rows.begin(), rows.end(), [](const SumsRow& row) {
    return row.name.text == "iteration" && row.own.count > 1;
  });
  if (iterations == rows.end()) return;
  SumsRow slowest = *iterations;
  slowest.single = true;
  const auto [length, place] = std::pair(slowest.own.most, slowest.own.longest);
  const std::int32_t number = shown.event(place).number;
  slowest.name.text = "slowest iteration" + (number < 0 ? "" : " " + std::to_string(number));
  slowest.name.detail = "Press Enter or double-click to go to it";
  slowest.own = {slowest.id, 1, length, length, length, place};
  slowest.other = {};
  rows.insert(std::next(iterations), std::move(slowest));
}

const Columns<SumsRow>& event_columns() {
  static const Columns<SumsRow> columns = {
      {{.key = "event", .title = "Event"},
       [](const Row& r) -> Cell { return r.name.text; },
       {},
       [](const Row& r) { return r.name.detail; }},
      {{.key = "kind", .title = "Kind"}, [](const Row& r) -> Cell { return r.name.category; }},
      {{.key = "count", .title = "Count", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.own.count; }},
      {{.key = "total", .title = "Total", .unit = "µs", .kind = CellKind::measure, .scale = 1e-3},
       [](const Row& r) { return time_cell(r, static_cast<double>(r.own.total)); }},
      {{.key = "share", .title = "of range", .unit = "%", .kind = CellKind::decimal, .scale = 100},
       [](const Row& r) -> Cell {
         return r.range > 0 ? static_cast<double>(r.own.total) / r.range : 0.0;
       }},
      {{.key = "mean", .title = "Mean", .unit = "µs", .kind = CellKind::measure, .scale = 1e-3},
       [](const Row& r) { return time_cell(r, r.own.mean()); }},
      {{.key = "other", .title = "Other", .unit = "µs", .kind = CellKind::measure, .scale = 1e-3},
       [](const Row& r) { return r.other.count ? Cell(r.other.mean()) : Cell(); }},
      {{.key = "change", .title = "Change", .unit = "%", .kind = CellKind::change, .scale = 100},
       change,
       only_one},
      {{.key = "min", .title = "Min", .unit = "µs", .kind = CellKind::measure, .scale = 1e-3},
       [](const Row& r) { return time_cell(r, static_cast<double>(r.own.least)); }},
      {{.key = "max", .title = "Max", .unit = "µs", .kind = CellKind::measure, .scale = 1e-3},
       [](const Row& r) { return time_cell(r, static_cast<double>(r.own.most)); }},
  };
  return columns;
}

}  // namespace ng
