// SPDX-License-Identifier: Apache-2.0
// Look-ups of ops for the tensors view, in the document and in all graphs of its compilation.
#pragma once

#include <optional>
#include <vector>

#include "views/core/workspace.h"

namespace ng::views {

QString loopOf(const Session& session, OpId op);  // name of the enclosing loop; empty: none

// Ops worth watching from the start: the most telling variables, and the planned result; of an
// imported model its results and inputs.
std::vector<OpId> defaultPins(const DocumentRecord& document);
// Axis that enumerates the vectors of a table: of a result, its sequence axis if that is the one
// before the last; of a look-up table, the axis that is missing in the look-up result.
std::optional<int> vectorsAxis(const Session& session, const TensorRecord& tensor);
// Why the op has no value now.
QString whyNoValue(const Session& session, OpId op);
bool isShownAfterStep(const Session& session, OpId op);  // else whyNoValue() says why not

}  // namespace ng::views
