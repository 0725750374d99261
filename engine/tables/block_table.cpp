// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/block_table.h"

namespace ng {
namespace {

Cell measured(const std::optional<double>& value) {
  return value ? Cell(*value) : Cell();
}

// "layers × 4"; parts are indented.
std::string shown_name(const BlockRow& row) {
  std::string name(static_cast<std::size_t>(2 * row.depth), ' ');
  name += row.name.empty() ? "(no scope)" : row.name;
  return row.blocks > 1 ? name + " × " + std::to_string(row.blocks) : name;
}

}  // namespace

std::vector<BlockRow> with_parts(const std::vector<BlockRow>& blocks) {
  std::vector<BlockRow> rows;
  for (const BlockRow& block : blocks) {
    rows.push_back(block);
    rows.insert(rows.end(), block.parts.begin(), block.parts.end());
  }
  return rows;
}

const Columns<BlockRow>& block_columns() {
  using Row = BlockRow;
  static const Columns<Row> columns = {
      {{.key = "name", .title = "Block"}, [](const Row& r) -> Cell { return r.name; }, shown_name},
      {{.key = "blocks", .title = "Blocks", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.blocks; }},
      {{.key = "ops", .title = "Ops", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.ops; }},
      {{.key = "parameters", .title = "Parameters", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.parameters; }},
      {{.key = "flops", .title = "per call", .unit = "FLOP", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.flops; }},
      {{.key = "bytes", .title = "Bytes per call", .kind = CellKind::bytes},
       [](const Row& r) -> Cell { return r.bytes; }},
      {{.key = "microseconds",
        .title = "per call",
        .unit = "µs",
        .kind = CellKind::measure,
        .optional = true,
        .doc = "A kernel that computes ops of several blocks counts for the block of its op with "
               "the most FLOP"},
       [](const Row& r) { return measured(r.microseconds); }},
      {{.key = "part_of_kernels_time",
        .title = "of kernels",
        .unit = "%",
        .kind = CellKind::measure,
        .scale = 100,
        .optional = true},
       [](const Row& r) { return measured(r.share); }},
  };
  return columns;
}

}  // namespace ng
