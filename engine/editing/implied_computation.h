// SPDX-License-Identifier: Apache-2.0
// Completes a document that is saved or run before it has a computation or a plan.
#pragma once

#include "engine/formats/documents/document.h"

namespace ng::editing {

constexpr const char* implied_computation_name = "results";

// Adds or updates the computation "results" of all unread ops. Does nothing if there is another
// computation or no op.
void add_implied_computation(DocumentModel& model);
// The plan of the computations that are left: it runs the first one if its own is gone, and has no
// evaluations and plots of what is not computed any more. Without computations there is none.
void fit_plan(DocumentModel& model);
// Feeds 0 to scalar placeholders of the plan's computation that have no source.
void feed_zeros(DocumentModel& model);

}  // namespace ng::editing
