// SPDX-License-Identifier: Apache-2.0
// The axes of a graph as a table.
#pragma once

#include "engine/analysis/axis_facts.h"
#include "engine/tables/table_column.h"

namespace ng {

struct AxisRow {
  const AxisFacts* facts;
  std::int64_t shared = 0;  // ops that have the axis
  // The first names of the ops that use the axis: all that have it, and those that make, reduce,
  // reshape or broadcast it. Made once: an axis of a large graph can have 100,000 uses.
  std::string where, made, reduced, reshaped, spread;
};
// One for each of `axes`, which must outlive the rows and are axes of `graph`.
std::vector<AxisRow> axis_rows(const std::vector<AxisFacts>& axes, const GraphRecord& graph);

const Columns<AxisRow>& axis_columns();

}  // namespace ng
