// SPDX-License-Identifier: Apache-2.0
// What a plan's callbacks may say; the same for plans that are read and for those that programs
// make.
#pragma once

#include <optional>
#include <string>

#include "engine/formats/run_plan_model.h"

namespace ng {

struct CallbackFault {
  const char* field;  // "every" or "file"
  std::string what, found, expected, action;
};

// Why a callback is refused: it never comes round, or its file is none of its kind, lies outside
// the document's folder or where documents keep their arrays. Nothing when it is sound.
std::optional<CallbackFault> fault_of_callback(const PlanCallback& callback);

}  // namespace ng
