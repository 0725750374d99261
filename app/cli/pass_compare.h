// SPDX-License-Identifier: Apache-2.0
// `ngraph passes --from A --to B` and `--without P`.
#pragma once

#include "app/cli/compiled.h"

namespace ng::cli {

// Any graph of the compilation against any other: "as_written", or after the pass of that name.
int compareGraphs(const Arguments& arguments);
// With the pass and without: kernels, bytes, time, and how far results are apart.
int weighPass(const Arguments& arguments);

}  // namespace ng::cli
