// SPDX-License-Identifier: Apache-2.0
// Validates callbacks of run plans, both read from files and built by programs.
#pragma once

#include <optional>
#include <string>

#include "engine/formats/documents/run_plan_model.h"

namespace ng {

struct CallbackFault {
  const char* field;  // "every" or "file"
  std::string what, found, expected, action;
};

// Describes why a callback is invalid: a frequency below 1, a file of the wrong type, outside of
// the document's folder, or with the name of an array file. Empty if valid.
std::optional<CallbackFault> fault_of_callback(const PlanCallback& callback);

}  // namespace ng
