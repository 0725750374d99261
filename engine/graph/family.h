// SPDX-License-Identifier: Apache-2.0
// The seven families of ops, in the order in which the workbench lists and colours them.
#pragma once

#include "engine/base/enum_names.h"

namespace ng {

enum class Family { state, elementwise, reduction, dense, view, effect, random };

constexpr auto names_of(Family) {
  return std::to_array<std::string_view>(
      {"state", "elementwise", "reduction", "dense", "view", "effect", "random"});
}

}  // namespace ng
