// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/profile_table.h"

#include "engine/base/number.h"
#include "engine/tables/node_names.h"

namespace ng {
namespace {

using Row = PointRow;

// Of what the measured time and the counts say: unknown without either.
Cell reached(const Row& row, double value) {
  const Limit limit = row.point.limit;
  return limit == Limit::unmeasured || limit == Limit::uncounted ? Cell() : Cell(value);
}
Cell of_ceiling(const Row& row, double value) {
  return row.point.limit == Limit::loop ? Cell() : reached(row, value);
}

std::string part_of_call(const AdviceRow& row) {
  const double part = row.call > 0 ? 100 * row.advice.microseconds / row.call : 0;
  return fixed(part, 1) + " % of kernel time";
}

}  // namespace

std::vector<PointRow> point_rows(const CompilationRecord& record,
                                 const std::vector<KernelPoint>& points) {
  std::vector<PointRow> rows;
  for (std::size_t i = 0; i < points.size(); ++i)
    rows.push_back({points[i], &record.kernels[i], record.final_graph()});
  return rows;
}

const Columns<PointRow>& point_columns() {
  static const Columns<PointRow> columns = {
      {{.key = "kernel", .title = "Kernel"}, [](const Row& r) -> Cell { return r.point.kernel; }},
      {{.key = "device", .title = "Device", .optional = true},
       [](const Row& r) -> Cell { return r.kernel->device; }},
      {{.key = "microseconds", .title = "", .unit = "µs", .kind = CellKind::measure},
       [](const Row& r) { return r.point.microseconds > 0 ? Cell(r.point.microseconds) : Cell(); }},
      {{.key = "launches", .title = "Launches", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.point.launches; }},
      {{.key = "once", .title = "Runs once"}, [](const Row& r) -> Cell { return r.point.once; }},
      {{.key = "part_of_kernels_time",
        .title = "of kernels",
        .unit = "%",
        .kind = CellKind::measure,
        .scale = 100},
       [](const Row& r) -> Cell { return r.point.share; },
       [](const Row& r) -> std::string { return r.point.once ? "once" : ""; }},
      {{.key = "gflops", .title = "", .unit = "GFLOP/s", .kind = CellKind::measure},
       [](const Row& r) { return reached(r, r.point.gflops); }},
      {{.key = "flop_per_byte", .title = "", .unit = "FLOP/B", .kind = CellKind::measure},
       [](const Row& r) {
         return r.point.limit == Limit::uncounted ? Cell() : Cell(r.point.intensity);
       }},
      {{.key = "gigabytes_per_second", .title = "", .unit = "GB/s", .kind = CellKind::measure},
       [](const Row& r) { return reached(r, r.point.gigabytes); }},
      {{.key = "ceiling_gflops", .title = "Ceiling", .unit = "GFLOP/s", .kind = CellKind::measure},
       [](const Row& r) { return of_ceiling(r, r.point.ceiling); }},
      {{.key = "part_of_ceiling",
        .title = "of ceiling",
        .unit = "%",
        .kind = CellKind::measure,
        .scale = 100},
       [](const Row& r) { return of_ceiling(r, r.point.part); }},
      {{.key = "recoverable_microseconds",
        .title = "Saving",
        .unit = "µs",
        .kind = CellKind::measure},
       [](const Row& r) { return of_ceiling(r, r.point.recoverable); }},
      {{.key = "limited", .title = "Limit"},
       [](const Row& r) -> Cell { return limit_words(r.point); }},
      {{.key = "computes", .title = "Computes"}, [](const Row& r) -> Cell { return r.computes; }},
      {{.key = "op_types", .title = "Op types"}, [](const Row& r) -> Cell { return r.op_types; }},
      {{.key = "block", .title = "Block"}, [](const Row& r) -> Cell { return r.block; }},
      {{.key = "nodes", .title = "Nodes", .optional = true},
       [](const Row& r) { return node_names_cell(r.graph, r.kernel->ops); },
       [](const Row& r) { return model_nodes_text(r.graph, r.kernel->ops); }},
  };
  return columns;
}

std::vector<AdviceRow> advice_rows(const std::vector<Advice>& advice, double call) {
  std::vector<AdviceRow> rows;
  for (const Advice& each : advice) rows.push_back({each, call});
  return rows;
}

const Columns<AdviceRow>& advice_columns() {
  static const Columns<AdviceRow> columns = {
      {{.key = "microseconds", .title = "Saving", .unit = "µs", .kind = CellKind::measure},
       [](const AdviceRow& r) -> Cell { return r.advice.microseconds; },
       {},
       part_of_call},
      {{.key = "kernels", .title = "Kernels"},
       [](const AdviceRow& r) -> Cell { return r.advice.kernels; }},
      {{.key = "text", .title = "Advice"},
       [](const AdviceRow& r) -> Cell { return r.advice.text; }},
  };
  return columns;
}

Columns<TimeRow> time_columns(std::string_view title) {
  return {
      {{.key = "name", .title = title},
       [](const TimeRow& r) -> Cell { return r.name; },
       [](const TimeRow& r) -> std::string { return r.name.empty() ? "(none)" : ""; }},
      {{.key = "microseconds", .title = "per call", .unit = "µs", .kind = CellKind::measure},
       [](const TimeRow& r) -> Cell { return r.microseconds; }},
      {{.key = "part_of_kernels_time",
        .title = "of kernels",
        .unit = "%",
        .kind = CellKind::measure,
        .scale = 100},
       [](const TimeRow& r) -> Cell { return r.share; }},
      {{.key = "kernels", .title = "Kernels", .kind = CellKind::integer},
       [](const TimeRow& r) -> Cell { return std::int64_t{r.kernels}; }},
      {{.key = "gflops", .title = "", .unit = "GFLOP/s", .kind = CellKind::measure},
       [](const TimeRow& r) {
         if (r.microseconds <= 0) return Cell();
         return Cell(static_cast<double>(r.flops) / r.microseconds / 1e3);
       }},
      {{.key = "flops", .title = "FLOP", .kind = CellKind::integer},
       [](const TimeRow& r) -> Cell { return r.flops; }},
      {{.key = "bytes", .title = "Bytes", .kind = CellKind::bytes},
       [](const TimeRow& r) -> Cell { return r.bytes; }},
  };
}

}  // namespace ng
