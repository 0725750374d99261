// SPDX-License-Identifier: Apache-2.0
// What the window shows of a draft beside its finished document.
#pragma once

#include <string>
#include <vector>

#include "engine/editing/draft.h"
#include "engine/session/record.h"

namespace ng::editing {

// A record for each unfinished op: operands as far as they are connected, no results.
std::vector<OpRecord> unfinished_records(const Draft& draft);
// What the op is fed or holds, short: "= 4", "← mixture.train.xs"; empty: nothing to say.
std::string note_of(const Draft& draft, RowId id);
// Names of the operands that links can lead to, by position.
std::vector<std::string> operand_names(const Draft& draft, RowId id);
// May `function` read the op as its first operand? Others may still be missing.
bool fits(Draft& draft, const Function& function, RowId from);

}  // namespace ng::editing
