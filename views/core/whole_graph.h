// SPDX-License-Identifier: Apache-2.0
// The graph as written, plus ops that no computation of the document reaches: newly created ops
// that are not used yet belong to no program but must be shown.
#pragma once

#include "engine/records/records.h"

namespace ng::views {

// The same as shownGraph() for `pass` >= 0. For -1, adds the unreached ops and their operands, in
// documents of up to 20,000 ops. Returns the same pointer for the same records. GUI thread only.
GraphRecordPtr wholeGraph(const CompilationRecordPtr& compilation,
                          const DocumentRecordPtr& document, int pass);

}  // namespace ng::views
