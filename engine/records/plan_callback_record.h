// SPDX-License-Identifier: Apache-2.0
// What a plan does after an epoch. Apart from the other records of plans, because documents have
// it, too.
#pragma once

#include <cstdint>
#include <string>

#include "engine/records/record_kinds.h"

namespace ng {

struct PlanCallbackRecord {
  CallbackKind kind = CallbackKind::checkpoint;
  std::int64_t every = 1;  // epochs
  std::string file;        // relative to the document's folder, at or below it
  bool operator==(const PlanCallbackRecord&) const = default;
};

}  // namespace ng
