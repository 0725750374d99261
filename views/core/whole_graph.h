// SPDX-License-Identifier: Apache-2.0
// The graph as written, with what no computation of the document reaches: ops that somebody made
// and has not used yet belong to no program, and are still there.
#pragma once

#include "engine/session/record.h"

namespace ng::views {

// After pass `pass` as shownGraph() has it; for -1 with the ops that would be seen nowhere, each
// with what it reads, in documents of up to 20,000 ops. The same pointer for the same records. GUI
// thread.
GraphRecordPtr wholeGraph(const CompilationRecordPtr& compilation,
                          const DocumentRecordPtr& document, int pass);

}  // namespace ng::views
