// SPDX-License-Identifier: Apache-2.0
// What the ops of a graph do with its axes: who makes each, who shares it, where it is reduced,
// split or joined, and how its elements lie in memory. Pure functions of records.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/axis_name.h"
#include "engine/session/record.h"

namespace ng {

enum class AxisDeed {
  makes,     // a variable, an input, a constant
  has,       // as its operands have it
  spreads,   // its result has the axis, its operands do not: every element is repeated or computed
  reduces,   // its operands have it, its result does not
  splits,    // into several
  joins,     // with others into one
  renames,   // the same elements by another name
  resizes,   // a part of the axis, or more: one of the same name and another length
  picks,     // one position of it
  loops,     // once for each position
  measures,  // asks for its length
};
std::string_view name(AxisDeed deed);

// What an op does with an axis.
struct AxisDoing {
  OpKey op = 0;
  AxisDeed deed = AxisDeed::has;
  int position = -1, rank = 0;      // of the axis in the op's result; -1: it has none there
  std::vector<std::string> others;  // what it is split into, joined to, renamed to: "A 4"
  std::int64_t stride = 0;          // in elements, in the buffer; 0: not known
  std::string buffer;  // where the op's value lies; empty: in registers, or not compiled
};

// Axes of one name and length; a dual stands for itself.
struct AxisFacts {
  AxisRecord axis;
  std::vector<AxisDoing> uses;  // in the order of the graph; an op once, by the most that it does

  std::vector<OpKey> doing(AxisDeed deed) const;
  int shared() const;                         // ops that have it in a result
  std::vector<std::int64_t> strides() const;  // all that occur, ascending
};

// In the order of their first use. `compilation` gives the memory; it may be null.
std::vector<AxisFacts> axis_facts(const GraphRecord& graph, const CompilationRecord* compilation);

// "H 28", "N ?": the axis with its length.
std::string axis_text(const AxisRecord& axis);
// Is `axis` meant by "H", or by "H 28"?
bool is_axis(const AxisRecord& axis, std::string_view meant);

}  // namespace ng
