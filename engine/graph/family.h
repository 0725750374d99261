// SPDX-License-Identifier: Apache-2.0
// The seven families of ops, in the order in which the workbench lists and colours them.
#pragma once

#include <string_view>

namespace ng {

enum class Family { state, elementwise, reduction, dense, view, effect, random };

constexpr std::string_view name(Family family) {
  constexpr std::string_view names[] = {"state", "elementwise", "reduction", "dense",
                                        "view",  "effect",      "random"};
  return names[static_cast<int>(family)];
}

}  // namespace ng
