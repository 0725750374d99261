// SPDX-License-Identifier: Apache-2.0
// What a placeholder can be given at each call, and the edit that gives it.
#pragma once

#include "engine/session/record.h"
#include "views/core/editor.h"

namespace ng::views {

// Empty: `op` is no placeholder of the document. Choices are the data of the plan, the data sets
// that are known by name, and the files of arrays in the document's folder.
std::vector<SourceRow> sourceRows(const DocumentRecordPtr& document, const PlanRecord& plan,
                                  OpKey op);
// A data set that the plan lacks joins it; a plan that had no data then feeds all of it once an
// epoch.
QString sourceLine(const PlanRecord& plan, OpKey op, const QString& kind, const QString& text);

}  // namespace ng::views
