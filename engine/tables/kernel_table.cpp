// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/kernel_table.h"

#include "engine/analysis/roofline.h"
#include "engine/records/graph_record.h"
#include "engine/tables/node_names.h"

namespace ng {
namespace {

using Row = KernelRow;

std::string kind_text(const Row& row) {
  return std::string(name(row.kernel->kind));
}

// Loops and library calls have no generated text.
bool is_compiled(const Row& row) {
  return row.kernel->kind == KernelKind::generated;
}

Words op_names(const Row& row) {
  Words names;
  for (const OpId id : row.kernel->ops) {
    const OpRecord* op = row.graph ? row.graph->find(id) : nullptr;
    names.push_back(op ? op->name : "?");
  }
  return names;
}

}  // namespace

std::vector<KernelRow> kernel_rows(const CompilationRecord& record) {
  const std::vector<double> shares = kernel_shares(record);
  std::vector<KernelRow> rows;
  for (std::size_t i = 0; i < record.kernels.size(); ++i)
    rows.push_back({&record.kernels[i], record.final_graph(), shares[i]});
  return rows;
}

const Columns<KernelRow>& kernel_columns() {
  static const Columns<KernelRow> columns = {
      {{.key = "name", .title = "Kernel"}, [](const Row& r) -> Cell { return r.kernel->name; }},
      {{.key = "device", .title = "Device", .optional = true},
       [](const Row& r) -> Cell { return r.kernel->device; }},
      {{.key = "nodes", .title = "Nodes", .optional = true},
       [](const Row& r) { return node_names_cell(r.graph, r.kernel->ops); },
       [](const Row& r) { return model_nodes_text(r.graph, r.kernel->ops); }},
      {{.key = "kind", .title = "Kind"},
       [](const Row& r) -> Cell {
         return r.kernel->library.empty() ? kind_text(r) : r.kernel->library;
       },
       {},
       kind_text},
      {{.key = "loops", .title = "Loops"}, [](const Row& r) -> Cell { return r.kernel->loops; }},
      {{.key = "flops", .title = "FLOP", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.kernel->flops; }},
      {{.key = "bytes", .title = "Bytes", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.kernel->bytes; }},
      {{.key = "reads", .title = "Reads"}, [](const Row& r) -> Cell { return r.kernel->reads; }},
      {{.key = "writes", .title = "Writes"}, [](const Row& r) -> Cell { return r.kernel->writes; }},
      {{.key = "ops", .title = "Ops"}, [](const Row& r) -> Cell { return op_names(r); }},
      {{.key = "op_count", .title = "Ops", .kind = CellKind::integer},
       [](const Row& r) { return count_cell(r.kernel->ops.size()); }},
      {{.key = "microseconds", .title = "", .unit = "µs", .kind = CellKind::measure},
       [](const Row& r) {
         return r.kernel->microseconds ? Cell(*r.kernel->microseconds) : Cell();
       }},
      {{.key = "share", .title = "of time", .unit = "%", .kind = CellKind::decimal, .scale = 100},
       [](const Row& r) { return r.share > 0 ? Cell(r.share) : Cell(); }},
      {{.key = "compile_ms", .title = "Program compile", .unit = "ms", .kind = CellKind::decimal},
       [](const Row& r) {
         return is_compiled(r) && !r.kernel->cached ? Cell(r.kernel->compile_ms) : Cell();
       },
       [](const Row& r) -> std::string {
         return is_compiled(r) && r.kernel->cached ? "cached" : "";
       }},
  };
  return columns;
}

}  // namespace ng
