// SPDX-License-Identifier: Apache-2.0
// Differences between the values of matched ops, where both documents have them.
#pragma once

#include "engine/analysis/difference/axis_names.h"
#include "engine/analysis/document_difference.h"

namespace ng {

// Adds a change for each op whose values differ by more than rounding, and both values to the
// tensors of `difference`, whose graphs have the ids of `matches`. Values whose axes do not match
// are left out. `ids`: of all ops of the first document in DocumentDifference::before.
void add_values(const ComparedDocument& first, const ComparedDocument& second,
                const OpMatches& matches, const AxisRenames& axes, DocumentDifference& difference);

}  // namespace ng
