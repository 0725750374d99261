// SPDX-License-Identifier: Apache-2.0
// How documents name the forms in which a computation returns its results.
#pragma once

#include "engine/base/enum_names.h"
#include "engine/ops/sequencing.h"

namespace ng {

constexpr auto names_of(Returns) {
  return std::to_array<std::string_view>({"single", "list", "set", "none"});
}

}  // namespace ng
