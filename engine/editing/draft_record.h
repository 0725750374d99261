// SPDX-License-Identifier: Apache-2.0
// Records of a draft's unfinished ops and card notes, shown by the window.
#pragma once

#include <string>
#include <vector>

#include "engine/editing/draft.h"
#include "engine/records/records.h"

namespace ng::editing {

// One record per unfinished op, with its connected operands and no results.
std::vector<OpRecord> unfinished_records(const Draft& draft);
// Short note on the source or value of the op: "= 4", "← mixture.train.xs"; may be empty.
std::string note_of(const Draft& draft, RowId id);
// Names of the operands that can be connected, by position.
std::vector<std::string> operand_names(const Draft& draft, RowId id);
// Can `function` use the op as its first operand? Other operands may be missing.
bool fits(Draft& draft, const Function& function, RowId from);

}  // namespace ng::editing
