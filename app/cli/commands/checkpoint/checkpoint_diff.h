// SPDX-License-Identifier: Apache-2.0
// Compares two checkpoints, for `ngraph diff` and `ngraph checkpoint diff`.
#pragma once

#include <string>

#include "app/cli/arguments.h"
#include "app/cli/json.h"
#include "engine/documents/checkpoint_contents.h"

namespace ng::cli {

std::string checkpointHeading(const CheckpointContents& contents);  // ends its last line
Json checkpointJson(const CheckpointContents& contents);
// Counts of absolute differences by the exponent of their power of ten: {"-3": 12}.
Json histogramJson(const DifferenceHistogram& histogram);

// Prints the tensors of both files, largest changes first; returns the exit code. A document has
// the initial values of its variables. Reads --rename and --json.
int diffCheckpoints(const Arguments& arguments, const std::string& before,
                    const std::string& after);

}  // namespace ng::cli
