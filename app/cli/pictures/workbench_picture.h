// SPDX-License-Identifier: Apache-2.0
// Formats that only the workbench can draw.
#pragma once

#include <string>

#include "app/cli/arguments.h"

namespace ng::cli {

// Runs `ngraph-workbench` from the folder of this executable to draw the graph to `out`. Throws an
// unavailable Error with the workbench's message if the program is missing or fails.
void drawByWorkbench(const Arguments& arguments, const std::string& out);

}  // namespace ng::cli
