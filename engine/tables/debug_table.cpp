// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/debug_table.h"

namespace ng {
namespace {

// Absent if the newest value has no finite element.
template <auto figure>
Cell finite(const OpHealth& row) {
  const ValueSummary& newest = row.health.newest;
  return newest.nans + newest.infs < newest.count ? Cell(newest.*figure) : Cell();
}

template <auto number>
Cell newest(const OpHealth& row) {
  return row.health.newest.*number;
}

}  // namespace

std::vector<TrialRow> trial_rows(const BisectRecord& record) {
  std::vector<TrialRow> rows;
  for (const BisectTrial& trial : record.trials)
    rows.push_back({trial, !trial.good && trial.pass == record.culprit});
  return rows;
}

const Columns<TrialRow>& trial_columns() {
  using Row = TrialRow;
  static const Columns<Row> columns = {
      {{.key = "pass", .title = "Passes up to"},
       [](const Row& r) -> Cell { return r.trial.pass; },
       [](const Row& r) { return std::string(r.trial.pass.empty() ? "none" : ""); }},
      {{.key = "error", .title = "Error vs reference", .kind = CellKind::value},
       [](const Row& r) -> Cell { return r.trial.error; }},
      {{.key = "microseconds", .title = "per call", .unit = "µs", .kind = CellKind::value},
       [](const Row& r) -> Cell { return r.trial.microseconds; },
       [](const Row& r) { return std::string(r.trial.microseconds > 0 ? "" : "–"); }},
      {{.key = "good", .title = "Good"}, [](const Row& r) -> Cell { return r.trial.good; }},
      {{.key = "result", .title = "Result", .optional = true},
       [](const Row& r) -> Cell {
         return std::string(r.trial.good ? "" : r.first_bad ? "first bad" : "bad");
       }},
  };
  return columns;
}

std::vector<OpHealth> health_rows(const HealthLog& log,
                                  const std::function<std::string(OpId)>& name_of) {
  std::vector<OpHealth> rows;
  for (const HealthRow& row : log.rows()) rows.push_back({name_of(row.newest.op), row});
  return rows;
}

const Columns<OpHealth>& health_columns() {
  using Row = OpHealth;
  using Value = ValueSummary;
  static const Columns<Row> columns = {
      {{.key = "op", .title = "Op"},
       [](const Row& r) { return r.op.empty() ? Cell() : Cell(r.op); },
       [](const Row& r) { return r.op.empty() ? std::to_string(r.health.newest.op) : r.op; }},
      {{.key = "id", .title = "Id"},
       [](const Row& r) -> Cell { return std::to_string(r.health.newest.op); }},
      {{.key = "elements", .title = "Elements", .kind = CellKind::integer}, newest<&Value::count>},
      {{.key = "min", .title = "Min", .kind = CellKind::element}, finite<&Value::min>},
      {{.key = "max", .title = "Max", .kind = CellKind::element}, finite<&Value::max>},
      {{.key = "mean", .title = "Mean", .kind = CellKind::element}, finite<&Value::mean>},
      {{.key = "nans", .title = "NaN", .kind = CellKind::integer}, newest<&Value::nans>},
      {{.key = "infs", .title = "Inf", .kind = CellKind::integer}, newest<&Value::infs>},
      {{.key = "iteration", .title = "Values of call", .kind = CellKind::integer},
       newest<&Value::iteration>},
      {{.key = "seen", .title = "Samples", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.health.seen; }},
      {{.key = "first_non_finite", .title = "First NaN/inf in call", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.health.first_non_finite; },
       [](const Row& r) { return std::string(r.health.first_non_finite > 0 ? "" : "–"); }},
      {{.key = "least", .title = "Overall min", .kind = CellKind::element},
       [](const Row& r) { return r.health.finite ? Cell(r.health.least) : Cell(); }},
      {{.key = "greatest", .title = "Overall max", .kind = CellKind::element},
       [](const Row& r) { return r.health.finite ? Cell(r.health.greatest) : Cell(); }},
  };
  return columns;
}

}  // namespace ng
