// SPDX-License-Identifier: Apache-2.0
// Runs a case on a transformer and compares the outcome with the record.
#pragma once

#include <string>

#include "tests/reference_cases/case_reader.h"

namespace ng::cases {

struct Verdict {
  std::string difference;  // empty: the case passes
  std::string missing_op;  // an API name that the engine lacks
};

// Compares values within the case's tolerances (NaN equals NaN), result types and axes, automatic
// names, recorded state and printed output. A case with an error must fail at that stage or earlier
// with an Error of the recorded kind.
Verdict run_case(const Case& c, const std::string& transformer);

}  // namespace ng::cases
