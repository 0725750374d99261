// SPDX-License-Identifier: Apache-2.0
// Runs a case on a transformer and holds what comes out against what is recorded.
#pragma once

#include <string>

#include "tests/reference_cases/case_reader.h"

namespace ng::cases {

struct Verdict {
  std::string difference;  // empty: the case passes
  std::string missing_op;  // of the API, when the engine lacks it
};

// Values within the case's tolerances (NaN equals NaN), result types and axes, automatic names and
// the state that the case records; what it prints. A case with an error must be refused at that
// stage or earlier, with an Error of its kind.
Verdict run_case(const Case& c, const std::string& transformer);

}  // namespace ng::cases
