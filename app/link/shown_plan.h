// SPDX-License-Identifier: Apache-2.0
// The plan as the window shows it.
#pragma once

#include "engine/documents/document.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/records/records.h"

namespace ng::views {

// Record of the plan of `changed` (`document` with the user's overrides), including what they
// disable.
PlanRecord planRecord(const Document& document, const Document& changed,
                      const RunOverrides& overrides);
// Whether the plan stops at the first NaN; runs in the window do so by default.
bool stopsAtNonFinite(const PlanRecord& plan);

}  // namespace ng::views
