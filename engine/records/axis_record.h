// SPDX-License-Identifier: Apache-2.0
// An axis of a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/enum_names.h"

namespace ng {

enum class AxisRole { batch, recurrent, channel };
constexpr auto names_of(AxisRole) {
  return std::to_array<std::string_view>({"batch", "recurrent", "channel"});
}

struct AxisRecord {
  std::string name;                    // "C", "ax.C-1" for a dual
  std::optional<std::int64_t> length;  // empty: unknown
  int dual_level = 0;
  std::optional<AxisRole> role;
};
std::string length_text(const AxisRecord& axis);  // "128"; "?" if it is unknown

}  // namespace ng
