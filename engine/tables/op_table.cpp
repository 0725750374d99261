// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/op_table.h"

#include "engine/records/shown_kind.h"

namespace ng {
namespace {

using Row = OpRecord;

// "mlp.ngraph:12"; of an op that a pass made, the pass.
std::string source_text(const Row& op) {
  return op.file.empty() ? op.made_by : op.file + ":" + std::to_string(op.line);
}

}  // namespace

const Columns<OpRecord>& op_columns() {
  static const Columns<OpRecord> columns = {
      {{.key = "name", .title = "Name"}, [](const Row& r) -> Cell { return r.name; }},
      {{.key = "scope", .title = "Scope"}, [](const Row& r) -> Cell { return r.scope; }},
      {{.key = "kind", .title = "Op"}, [](const Row& r) -> Cell { return shown_kind(r); }},
      {{.key = "axes", .title = "Axes"},
       [](const Row& r) { return r.results.empty() ? Cell() : Cell(r.results.front().axes); }},
      {{.key = "role", .title = "Role"},
       [](const Row& r) -> Cell { return std::string(name(r.role)); }},
      {{.key = "flops", .title = "FLOP", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.flops; }},
      {{.key = "bytes", .title = "Bytes", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.bytes; }},
      {{.key = "source", .title = "Source"}, [](const Row& r) -> Cell { return source_text(r); }},
  };
  return columns;
}

}  // namespace ng
