// SPDX-License-Identifier: Apache-2.0
// How the ops of a graph use its axes: which op makes, shares, reduces, splits or joins each axis,
// and its stride in memory. Pure functions of records.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/graph/axis_name.h"
#include "engine/records/op_record.h"
#include "engine/records/records.h"

namespace ng {

enum class AxisEffect {
  makes,     // a variable, an input, a constant
  has,       // its operands have the axis too
  spreads,   // broadcast: in the result but not in the operands
  reduces,   // in the operands but not in the result
  splits,    // into several axes
  joins,     // with other axes into one
  renames,   // same elements, another name
  resizes,   // slice or pad: same name, another length
  picks,     // selects one position
  loops,     // iterates over its positions
  measures,  // reads its length
};
constexpr auto names_of(AxisEffect) {
  return std::to_array<std::string_view>({"makes", "has", "spreads", "reduces", "splits", "joins",
                                          "renames", "resizes", "picks", "loops", "measures"});
}

// How one op uses an axis.
struct AxisDoing {
  OpId op = 0;
  AxisEffect effect = AxisEffect::has;
  std::optional<int> position;      // of the axis in the op's result; empty: not in the result
  int rank = 0;                     // of that result
  std::vector<std::string> others;  // targets of split, join and rename: "A 4"
  std::int64_t stride = 0;          // in elements, in the buffer; 0: unknown
  std::string buffer;  // that holds the op's value; empty: in registers, or not compiled
};

// Axes of one name and length. A dual axis has its own entry.
struct AxisFacts {
  AxisRecord axis;
  std::vector<AxisDoing> uses;  // in graph order; one entry per op, with its most significant use

  std::vector<OpId> doing(AxisEffect effect) const;
  int shared() const;                         // number of ops that have it in a result
  std::vector<std::int64_t> strides() const;  // distinct strides, ascending
};

// Returns the axes in the order of first use. `compilation` supplies strides and buffers; may be
// null.
std::vector<AxisFacts> axis_facts(const GraphRecord& graph, const CompilationRecord* compilation);

// "H 28", "N ?": the axis with its length.
std::string axis_text(const AxisRecord& axis);
// Does `meant` ("H" or "H 28") name `axis`?
bool is_axis(const AxisRecord& axis, std::string_view meant);

}  // namespace ng
