// SPDX-License-Identifier: Apache-2.0
// Kinds of sources of a plan.
#pragma once

#include "engine/base/enum_names.h"

namespace ng {

// What feeds a placeholder. schedule: an expression of epoch and iteration; data: generated data or
// a data set; random: resampled at each call; file: a file of arrays.
enum class GivenKind { value, schedule, file, data, random };
constexpr auto names_of(GivenKind) {
  return std::to_array<std::string_view>({"value", "schedule", "file", "data", "random"});
}

}  // namespace ng
