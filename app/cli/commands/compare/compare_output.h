// SPDX-License-Identifier: Apache-2.0
// Parts of what `ngraph compare` prints.
#pragma once

#include <string>
#include <vector>

#include "app/cli/json.h"
#include "engine/records/debug_record.h"

namespace ng::cli {

Json differenceJson(const OpDifference& difference);
// "y (N: 4): element 2 (N 2) is 1 and 2, 0.5 relative difference".
std::string differenceText(const OpDifference& difference);
// Null: all agree.
const OpDifference* firstDivergence(const std::vector<OpDifference>& all);

// Of ops and results of two programs: do all agree?
bool allAgree(const ComparisonRecord& record);
// A line: the first divergence, or that there is none.
std::string verdictText(const ComparisonRecord& record);
Json comparisonJson(const ComparisonRecord& record);
// The listed elements of the first op that diverges, as a table; empty: none are listed.
std::string elementsText(const ComparisonRecord& record);

}  // namespace ng::cli
