// SPDX-License-Identifier: Apache-2.0
// Table of how each op of the op table enters a random program. Elementwise ops need no row: their
// records suffice.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/graph/op.h"

namespace ng {
struct OpDef;
}

namespace ng::fuzz {

class ProgramBuilder;

struct ProgramRow {
  std::string_view op;                          // name in the op table
  void (*make)(ProgramBuilder&, const OpDef&);  // adds one or more values or effects
  bool result_is_float = false;                 // other dtypes than floats are rejected
};

// Rows of one family each.
std::vector<ProgramRow> elementwise_rows();  // those whose record does not suffice
std::vector<ProgramRow> reduction_rows();
std::vector<ProgramRow> dense_rows();
std::vector<ProgramRow> shape_rows();
std::vector<ProgramRow> slice_rows();
std::vector<ProgramRow> class_label_rows();
std::vector<ProgramRow> cost_rows();
std::vector<ProgramRow> window_rows();
std::vector<ProgramRow> lookup_rows();
std::vector<ProgramRow> ordering_rows();
std::vector<ProgramRow> collective_rows();
std::vector<ProgramRow> random_rows();
std::vector<ProgramRow> state_rows();
std::vector<ProgramRow> loop_rows();

// All rows, plus one for each elementwise op.
std::span<const ProgramRow> program_rows();

// Ops without a row, each with the reason.
struct MadeByOthers {
  std::string_view op, reason;
};
std::span<const MadeByOthers> ops_made_by_others();

}  // namespace ng::fuzz
