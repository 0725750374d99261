// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/scaling_table.h"

namespace ng {
namespace {

using Row = PredictionRow;

constexpr double to_ms = 1e-3;  // from µs

// A row without a prediction has no figures.
Cell figure(const Row& row, Cell cell) {
  return row.row->reason.empty() ? std::move(cell) : Cell();
}

Columns<Row> columns_with(std::string_view per_second) {
  return {
      {{.key = "ranks", .title = "Ranks", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return std::int64_t{r.row->ranks}; },
       {},
       [](const Row& r) { return r.scaling->axis + " " + std::to_string(r.row->length); }},
      {{.key = "length", .title = "Length", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.row->length; }},
      {{.key = "microseconds",
        .title = "per call",
        .unit = "ms",
        .kind = CellKind::figures,
        .scale = to_ms},
       [](const Row& r) { return figure(r, r.row->total_us); }},
      {{.key = "samples_per_second", .title = per_second, .kind = CellKind::measure},
       [](const Row& r) { return figure(r, r.row->per_second); }},
      {{.key = "efficiency",
        .title = "Efficiency",
        .unit = "%",
        .kind = CellKind::decimal,
        .scale = 100},
       [](const Row& r) { return figure(r, r.row->efficiency); }},
      {{.key = "compute_microseconds",
        .title = "Compute",
        .unit = "ms",
        .kind = CellKind::figures,
        .scale = to_ms},
       [](const Row& r) { return figure(r, r.row->compute_us); }},
      {{.key = "exchange_microseconds",
        .title = "Exchange",
        .unit = "ms",
        .kind = CellKind::figures,
        .scale = to_ms},
       [](const Row& r) { return figure(r, r.row->exchange_us()); }},
      {{.key = "latency_microseconds",
        .title = "Latency",
        .unit = "ms",
        .kind = CellKind::figures,
        .scale = to_ms},
       [](const Row& r) { return figure(r, r.row->latency_us); }},
      {{.key = "transfer_microseconds",
        .title = "Transfer",
        .unit = "ms",
        .kind = CellKind::figures,
        .scale = to_ms},
       [](const Row& r) { return figure(r, r.row->transfer_us); }},
      {{.key = "waiting_microseconds",
        .title = "Waiting",
        .unit = "ms",
        .kind = CellKind::figures,
        .scale = to_ms},
       [](const Row& r) { return figure(r, r.row->waiting_us); }},
      {{.key = "hidden", .title = "Hidden", .unit = "%", .kind = CellKind::decimal, .scale = 100},
       [](const Row& r) { return figure(r, r.row->hidden); },
       [](const Row& r) -> std::string {
         return r.row->reason.empty() && r.row->exchange_us() <= 0 ? "–" : "";
       }},
      {{.key = "sent_bytes", .title = "Sent per rank", .kind = CellKind::bytes},
       [](const Row& r) { return figure(r, r.row->sent_bytes); }},
      {{.key = "bound", .title = "Bound by"},
       [](const Row& r) { return figure(r, r.row->bound); },
       [](const Row& r) { return r.row->reason; }},
      {{.key = "reason", .title = "Reason"}, [](const Row& r) -> Cell { return r.row->reason; }},
  };
}

}  // namespace

std::vector<PredictionRow> prediction_rows(const ScalingRecord& scaling) {
  std::vector<PredictionRow> rows;
  for (const ScalingRow& row : scaling.rows) rows.push_back({&scaling, &row});
  return rows;
}

const Columns<PredictionRow>& prediction_columns(bool samples) {
  static const Columns<Row> of_samples = columns_with("Samples/s");
  static const Columns<Row> of_elements = columns_with("Elements/s");
  return samples ? of_samples : of_elements;
}

const Columns<StageRow>& stage_columns() {
  static const Columns<StageRow> columns = {
      {{.key = "stage", .title = "Stage", .kind = CellKind::integer},
       [](const StageRow& r) -> Cell { return r.stage; }},
      {{.key = "compute_microseconds",
        .title = "Compute",
        .unit = "ms",
        .kind = CellKind::figures,
        .scale = to_ms},
       [](const StageRow& r) -> Cell { return r.time.compute_us; }},
      {{.key = "waiting_microseconds",
        .title = "Waiting",
        .unit = "ms",
        .kind = CellKind::figures,
        .scale = to_ms},
       [](const StageRow& r) -> Cell { return r.time.waiting_us; }},
      {{.key = "idle", .title = "Idle", .unit = "%", .kind = CellKind::decimal, .scale = 100},
       [](const StageRow& r) -> Cell { return r.idle; }},
      {{.key = "exchange_microseconds",
        .title = "Exchange",
        .unit = "ms",
        .kind = CellKind::figures,
        .scale = to_ms},
       [](const StageRow& r) -> Cell { return r.time.exchange_us(); }},
      {{.key = "sent_bytes", .title = "Sent per rank", .kind = CellKind::bytes},
       [](const StageRow& r) -> Cell { return r.time.sent_bytes; }},
  };
  return columns;
}

}  // namespace ng
