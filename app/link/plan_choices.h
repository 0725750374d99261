// SPDX-License-Identifier: Apache-2.0
// The user's changes to a document's plan in the window, applied to the document, and a readable
// record of the resulting plan.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/documents/document.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/records/plan_record.h"

namespace ng::views {

struct PlanChoices {
  std::map<std::string, std::string> folders;                // of data sets, by name
  std::int64_t batchSize = 0;                                // 0: the document's
  std::map<std::string, std::int64_t> lengths;               // of a model's open dimensions
  int epochs = 0;                                            // 0: the plan's
  std::set<std::string> evaluationsOff;                      // by name
  std::optional<std::vector<PlanCallbackRecord>> callbacks;  // nullopt: the plan's
  bool operator==(const PlanChoices&) const = default;
};

// Whether the state reached with one plan is valid for the other. Epochs and callbacks do not
// affect values.
bool haveSameState(PlanChoices a, const PlanChoices& b);
// What the choices change: the lengths of axes, and the plan (none if the document has none).
// Both throw the errors of with_overrides.
ChangedLengths lengthsWith(const Document& document, const PlanChoices& choices);
std::optional<RunPlan> planWith(const Document& document, const PlanChoices& choices);
// Record of the plan of `changed` (`document` with the choices), including what was disabled.
PlanRecord planRecord(const Document& document, const Document& changed,
                      const PlanChoices& choices);
// Whether the plan stops at the first NaN; runs in the window do so by default.
bool stopsAtNonFinite(const PlanRecord& plan);

}  // namespace ng::views
