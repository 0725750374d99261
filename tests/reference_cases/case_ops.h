// SPDX-License-Identifier: Apache-2.0
// The names of the API that cases use, each with the engine's function.
#pragma once

#include "tests/reference_cases/case_arguments.h"

namespace ng::cases {

// Throws MissingOp for a name that is not in the table.
Built build_node(const CaseScope& scope, const CaseNode& node);

}  // namespace ng::cases
