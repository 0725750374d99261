// SPDX-License-Identifier: Apache-2.0
// What the user changed of a document's plan in the window, applied to the document, and the plan
// that comes of it in plain words.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/session/document.h"
#include "engine/session/record.h"

namespace ng::views {

struct PlanChoices {
  std::map<std::string, std::string> folders;                // of data, by name
  std::int64_t batchSize = 0;                                // 0: the document's
  int epochs = 0;                                            // 0: the plan's
  std::set<std::string> evaluationsOff;                      // by name
  std::optional<std::vector<PlanCallbackRecord>> callbacks;  // nothing: the plan's
  bool operator==(const PlanChoices&) const = default;
};

// The document as it is to be run. Refusals of with_overrides.
Document withChoices(const Document& document, const PlanChoices& choices);
// Of `changed`, which is `document` with the choices, and what was switched off besides.
PlanRecord planRecord(const Document& document, const Document& changed,
                      const PlanChoices& choices);
// Whether the plan that is shown stops at the first NaN; a window's run does unless told otherwise.
bool stopsAtNonFinite(const PlanRecord& plan);

}  // namespace ng::views
