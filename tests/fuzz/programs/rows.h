// SPDX-License-Identifier: Apache-2.0
// How each op of the op table becomes part of a random program. Elementwise ops need no row of
// their own: their records say enough.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/graph/op_def.h"

namespace ng::fuzz {

class ProgramBuilder;

struct ProgramRow {
  std::string_view op;                          // of the op table
  void (*make)(ProgramBuilder&, const OpDef&);  // adds one or more values or effects
  bool result_is_float = false;                 // other types than floats are refused
};

// Rows of one family each.
std::vector<ProgramRow> elementwise_rows();  // those whose record is not enough
std::vector<ProgramRow> reduction_rows();
std::vector<ProgramRow> dense_rows();
std::vector<ProgramRow> shape_rows();
std::vector<ProgramRow> slice_rows();
std::vector<ProgramRow> class_label_rows();
std::vector<ProgramRow> cost_rows();
std::vector<ProgramRow> window_rows();
std::vector<ProgramRow> lookup_rows();
std::vector<ProgramRow> random_rows();
std::vector<ProgramRow> state_rows();
std::vector<ProgramRow> loop_rows();

// All of them, and one for each elementwise op besides.
std::span<const ProgramRow> program_rows();

// Ops that no row makes by itself, and who does.
struct MadeByOthers {
  std::string_view op, reason;
};
std::span<const MadeByOthers> ops_made_by_others();

}  // namespace ng::fuzz
