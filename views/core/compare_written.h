// SPDX-License-Identifier: Apache-2.0
// Compares the selected pass with the graph as written, in every view.
#pragma once

#include "views/core/workspace.h"

namespace ng::views {

// Toggles the comparison of the selected pass with the graph as written. If no pass is selected,
// first selects the first pass that changes the graph.
void compareWithWritten(Workspace& workspace);

// Index of the first pass that changes the graph; -1 if none does or there is no compilation.
int firstChange(const CompilationRecordPtr& compilation);

}  // namespace ng::views
