// SPDX-License-Identifier: Apache-2.0
// What a plan does after an epoch. Apart from the other records of plans, because documents have
// it, too.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/enum_names.h"

namespace ng {

// checkpoint: saves the run to a .safetensors file, atomically; stop_at_non_finite: fails the run
// at the first result that is NaN or infinite; log: appends a line of JSON to a .jsonl file: epoch,
// results, evaluations.
enum class CallbackKind { checkpoint, stop_at_non_finite, log };
constexpr auto names_of(CallbackKind) {
  return std::to_array<std::string_view>({"checkpoint", "stop_at_non_finite", "log"});
}

struct PlanCallbackRecord {
  CallbackKind kind = CallbackKind::checkpoint;
  std::int64_t every = 1;  // epochs
  std::string file;        // relative to the document's folder, at or below it
  bool operator==(const PlanCallbackRecord&) const = default;
};

}  // namespace ng
