// SPDX-License-Identifier: Apache-2.0
// Pictures that only the workbench can draw.
#pragma once

#include <string>

#include "app/cli/arguments.h"

namespace ng::cli {

// Lets `ngraph-workbench`, found beside this program, draw the graph to `out`. An unavailable Error
// when it is not there or fails; it says what the workbench said.
void drawByWorkbench(const Arguments& arguments, const std::string& out);

}  // namespace ng::cli
