// SPDX-License-Identifier: Apache-2.0
// Axes of the operands that are not in the result of an op: reduced, joined, split or renamed.
#pragma once

#include <QString>
#include <vector>

#include "engine/analysis/axis_facts.h"

namespace ng::views {

struct GoneAxis {
  AxisRecord axis;
  QString what;     // e.g. "2 reduced", "28 split into A 4"
  QString strides;  // in operand buffers, in elements, e.g. "stride W 2 · X 256"; empty: unknown
};

// In operand order. `compilation` provides the strides and may be null.
std::vector<GoneAxis> goneAxes(const OpRecord& op, const GraphRecord& graph,
                               const CompilationRecord* compilation);

}  // namespace ng::views
