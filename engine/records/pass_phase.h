// SPDX-License-Identifier: Apache-2.0
// Phases of a compilation.
#pragma once

#include "engine/base/enum_names.h"

namespace ng {

// What a pass transforms.
enum class PassPhase { graph, program };
constexpr auto names_of(PassPhase) {
  return std::to_array<std::string_view>({"graph", "program"});
}

}  // namespace ng
