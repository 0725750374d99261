// SPDX-License-Identifier: Apache-2.0
// `ngraph compare --precision`: the same transformer in another precision.
#pragma once

#include "app/cli/arguments.h"
#include "engine/analysis/compare/compare_transformers.h"

namespace ng::cli {

// Compares a call on request.left with the same call in the float type that --precision names. The
// rest of the request is filled in from the command line. Throws UsageError for an unknown type,
// and for options that do not go with it.
int compareWithPrecision(const Arguments& arguments, CompareRequest request);

}  // namespace ng::cli
