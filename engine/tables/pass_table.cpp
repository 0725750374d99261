// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/pass_table.h"

#include <cmath>

#include "engine/records/graph_record.h"

namespace ng {

std::vector<PassRow> pass_rows(const CompilationRecord& record) {
  std::vector<PassRow> rows;
  for (const PassRecord& pass : record.passes) rows.push_back({std::ssize(rows) + 1, &pass});
  return rows;
}

std::string change_text(const PassRecord& pass) {
  if (!pass.enabled) return "off";
  if (!pass.changed) return "no change";
  if (pass.phase == PassPhase::program) return "changed";
  std::string text;
  const auto add = [&text](const char* mark, std::size_t count) {
    if (count) text += (text.empty() ? "" : " ") + (mark + std::to_string(count));
  };
  add("−", pass.removed.size());
  add("+", pass.added.size());
  add("~", pass.modified.size());
  return text.empty() ? "changed" : text;
}

const Columns<PassRow>& pass_columns() {
  using Row = PassRow;
  static const Columns<PassRow> columns = {
      {{.key = "number", .title = "", .unit = "#", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.number; }},
      {{.key = "name", .title = "Pass"}, [](const Row& r) -> Cell { return r.pass->name; }},
      {{.key = "phase", .title = "Phase"},
       [](const Row& r) -> Cell { return std::string(name(r.pass->phase)); }},
      {{.key = "op_count", .title = "Ops", .kind = CellKind::integer},
       [](const Row& r) { return count_cell(r.pass->after->ops.size()); }},
      {{.key = "change", .title = "Change"},
       [](const Row& r) -> Cell { return change_text(*r.pass); }},
      {{.key = "microseconds", .title = "", .unit = "µs", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return std::int64_t{std::llround(r.pass->microseconds)}; }},
      {{.key = "sentence", .title = "What it does"},
       [](const Row& r) -> Cell { return r.pass->sentence; }},
  };
  return columns;
}

}  // namespace ng
