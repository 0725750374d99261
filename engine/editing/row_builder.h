// SPDX-License-Identifier: Apache-2.0
// Adds rows for ops that an expression or a function call creates.
#pragma once

#include <vector>

#include "engine/editing/edit_context.h"
#include "engine/editing/evaluate.h"

namespace ng::editing {

// Adds rows for all ops below the results that have none; `given` names some of them. Returns the
// rows of the results.
std::vector<RowId> add_rows(EditContext& edit, const std::vector<Op>& results,
                            const std::vector<Evaluator::Input>& given);
RowId add_rows(EditContext& edit, const Op& result, const std::vector<Evaluator::Input>& given);
// Builds every waiting op whose operands are complete.
void build_waiting(EditContext& edit);

}  // namespace ng::editing
