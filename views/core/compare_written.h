// SPDX-License-Identifier: Apache-2.0
// The graph of a pass beside the graph as written, from whatever view it is asked for.
#pragma once

#include "views/core/workspace.h"

namespace ng::views {

// Sets the graph of the selected pass beside the graph as written, or ends that. Of no pass: the
// first that changed something is selected.
void compareWithWritten(Workspace& workspace);

// The first pass that changes the graph; -1: none does, or there is no compilation.
int firstChange(const CompilationRecordPtr& compilation);

}  // namespace ng::views
