// SPDX-License-Identifier: Apache-2.0
// Modes of `ngraph passes` that compare: `--from A --to B` and `--without P`.
#pragma once

#include "app/cli/compiled.h"

namespace ng::cli {

// Compares two graphs of a compilation: "as_written", or the graph after the named pass.
int compareGraphs(const Arguments& arguments);
// Compares compilations with and without a pass: kernels, bytes, time, difference of results.
int weighPass(const Arguments& arguments);

}  // namespace ng::cli
