// SPDX-License-Identifier: Apache-2.0
// Possible sources of a placeholder's values, and the edit that sets one.
#pragma once

#include "engine/records/given_kind.h"
#include "engine/records/records.h"
#include "views/core/editor.h"

namespace ng::views {

// Empty if `op` is not a placeholder of the document. Choices are the plan's data, known data sets,
// and array files in the document's folder.
std::vector<SourceRow> sourceRows(const DocumentRecordPtr& document, const PlanRecord& plan,
                                  OpId op);
// Adds a data set that the plan lacks. A plan without data then uses the whole set once per epoch.
QString sourceLine(const PlanRecord& plan, OpId op, GivenKind kind, const QString& text);

}  // namespace ng::views
