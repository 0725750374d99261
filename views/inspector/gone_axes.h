// SPDX-License-Identifier: Apache-2.0
// The axes that an op's operands have and its result has not: summed over, joined, split, renamed.
#pragma once

#include <QString>
#include <vector>

#include "engine/session/axis_facts.h"

namespace ng::views {

struct GoneAxis {
  AxisRecord axis;
  QString what;     // "2 reduced", "28 into A 4"
  QString strides;  // in the operands' buffers, in elements: "stride W 2 · X 256"; empty: not known
};

// In the operands' order. `compilation` gives the memory; it may be null.
std::vector<GoneAxis> goneAxes(const OpRecord& op, const GraphRecord& graph,
                               const CompilationRecord* compilation);

}  // namespace ng::views
